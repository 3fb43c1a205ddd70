// SPDX-License-Identifier: MIT
#ifndef POPOVER_ERASING_HEAP_H
#define POPOVER_ERASING_HEAP_H

// A program that links this module overwrites heap memory with zeros when it is freed, whoever frees
// it: Swift, the C++ and C libraries, SQLite, plugins. So what was erased is not in free memory, and
// no owner of a buffer has to know what is in it. There is nothing to call.
//
// It defines `free` and `realloc` in front of the C library's. Under a sanitizer, which has its own
// heap, it defines nothing.

#endif
