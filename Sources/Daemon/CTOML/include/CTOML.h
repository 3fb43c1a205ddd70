// SPDX-License-Identifier: MIT

/// TOML as a flat list of nodes with their places, read by toml++ behind a C face.
///
/// A document is parsed once and then only read. Nodes are listed parents first, the members of a
/// table in the order of their names; node 0 is the root table. Every pointer that is given out
/// belongs to the document and lives as long as it does.

#ifndef POPOVER_CTOML_H
#define POPOVER_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;

/// Lines and columns count from 1, columns in code points; 0 where there is none.
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/// UTF-8, not ended by a NUL; `bytes` is never null.
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
    /// The index of the table or array that holds it; the root names itself.
    size_t parent;
    /// Empty for the elements of arrays and for the root.
    ctoml_text key;
    ctoml_position key_position;
    ctoml_position value_position;
    ctoml_text string;
    int64_t integer;
    double number;
    bool boolean;
} ctoml_node;

/// Parses a text. The answer is never null but for want of memory; release it with `ctoml_free`.
ctoml_document *ctoml_parse(const char *text, size_t length);
void ctoml_free(ctoml_document *document);

/// Whether the text was TOML; where it was not, the document has no nodes.
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
