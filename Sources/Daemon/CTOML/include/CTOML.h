// SPDX-License-Identifier: MIT

/// A C interface to toml++: TOML as a flat list of nodes with positions.
///
/// Parents precede their children, and members of a table are sorted by name; node 0 is the root table.
/// All pointers belong to the document and are valid as long as it exists.

#ifndef POPOVER_CTOML_H
#define POPOVER_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;

/// Lines and columns from 1, columns in code points; 0 if unknown.
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/// UTF-8 without a terminating NUL; `bytes` is never null.
typedef struct {
    const char *bytes;
    size_t length;
} ctoml_text;

typedef enum {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    /// A date, a time, or both.
    CTOML_DATE,
} ctoml_kind;

typedef struct {
    ctoml_kind kind;
    /// The index of the containing table or array; the root has its own index.
    size_t parent;
    /// Empty for array elements and the root.
    ctoml_text key;
    ctoml_position key_position;
    ctoml_position value_position;
    ctoml_text string;
    int64_t integer;
    double number;
    bool boolean;
} ctoml_node;

/// Parses a text. Returns null only if out of memory; free the result with `ctoml_free`.
ctoml_document *ctoml_parse(const char *text, size_t length);
void ctoml_free(ctoml_document *document);

/// Whether the text is valid TOML; otherwise the document has no nodes.
bool ctoml_is_valid(const ctoml_document *document);
ctoml_text ctoml_error_message(const ctoml_document *document);
ctoml_position ctoml_error_position(const ctoml_document *document);

size_t ctoml_count(const ctoml_document *document);
/// `index` is less than `ctoml_count`.
ctoml_node ctoml_at(const ctoml_document *document, size_t index);

#ifdef __cplusplus
}
#endif

#endif
