// SPDX-License-Identifier: MIT
#include "erasing_heap.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The C library's own `free`, under the name by which programs that replace it may call it.
extern void __libc_free(void *memory);

void free(void *memory) {
    if (memory == NULL) return;
    explicit_bzero(memory, malloc_usable_size(memory));
    __libc_free(memory);
}

// The C library's would leave a copy behind where it moves memory.
void *realloc(void *memory, size_t size) {
    if (memory == NULL) return malloc(size);
    if (size == 0) {
        free(memory);
        return NULL;
    }
    const size_t room = malloc_usable_size(memory);
    if (size <= room && size >= room / 2) return memory;
    void *const moved = malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, memory, size < room ? size : room);
    free(memory);
    return moved;
}

#endif
