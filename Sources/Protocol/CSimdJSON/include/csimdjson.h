// SPDX-License-Identifier: MIT
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

// One line of JSON to a flat array of nodes.
//
// simdjson's first stage (vectorised: UTF-8, strings, token positions) finds the tokens; the
// grammar above them is walked here, since simdjson's own tree rejects integers over 64 bits,
// lets duplicate member names through and keeps no byte offsets. That stage is public in the
// headers but meant for simdjson itself (`dom_parser_implementation::stage1`): the malformed
// texts of the tests tell when another version means something else by it.
//
// Strict: UTF-8 without byte order mark, no raw NUL, no lone surrogates, no duplicate member
// names, nothing after the value, a depth limit. Nothing recurses; every step is linear in the
// line, except duplicate names, which are sorted (n log n).
//
// Nodes are stored in document order. A container is followed by what it contains; in an object
// each value is preceded by its name, a string with CSIMDJSON_NAME set. A node's index plus one
// is its first child, `next` is its sibling's index.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum __attribute__((enum_extensibility(closed))) csimdjson_kind : uint8_t {
    csimdjson_kind_null,
    csimdjson_kind_false,
    csimdjson_kind_true,
    csimdjson_kind_number,
    csimdjson_kind_string,
    csimdjson_kind_array,
    csimdjson_kind_object,
} csimdjson_kind;

typedef enum __attribute__((enum_extensibility(closed))) csimdjson_status : uint8_t {
    csimdjson_status_ok,
    csimdjson_status_empty,
    csimdjson_status_byte_order_mark,
    csimdjson_status_invalid_utf8,
    csimdjson_status_nul,
    csimdjson_status_control_character,
    csimdjson_status_unterminated_string,
    csimdjson_status_invalid_escape,
    csimdjson_status_lone_surrogate,
    csimdjson_status_invalid_number,
    csimdjson_status_invalid_literal,
    csimdjson_status_unexpected_character,
    csimdjson_status_unexpected_end,
    csimdjson_status_trailing_content,
    csimdjson_status_duplicate_name,
    csimdjson_status_too_deep,
    csimdjson_status_too_long,
    csimdjson_status_out_of_memory,
} csimdjson_status;

enum {
    /// A number that a double holds as a finite value.
    CSIMDJSON_FINITE = 1,
    /// A number that is integral and lies within -2^53 ... 2^53, however it is spelled.
    CSIMDJSON_INTEGER = 2,
    /// A string that was spelled with escapes.
    CSIMDJSON_ESCAPED = 4,
    /// A member's name.
    CSIMDJSON_NAME = 8,
};

typedef struct csimdjson_node {
    csimdjson_kind kind;
    uint8_t flags;
    /// Scalars 0, containers one more than their deepest child.
    uint16_t depth;
    /// Offset of the first byte, quote or bracket included.
    uint32_t start;
    /// Offset after the last byte.
    uint32_t end;
    /// Index of the node after this one and everything it contains.
    uint32_t next;
    /// Elements, members, or for a string the bytes of its unescaped text, at `start` + 1.
    uint32_t count;
    /// Of an object: a bit for each member's name (`csimdjson_name_bit`).
    uint32_t names;
    /// A number's nearest double; infinite without CSIMDJSON_FINITE.
    double number;
} csimdjson_node;

typedef struct csimdjson_outcome {
    csimdjson_status status;
    /// Where the parser stood, in bytes; 0 when all is well.
    uint32_t offset;
} csimdjson_outcome;

/// The result of `csimdjson_member` for a missing member. No node has this index.
static const uint32_t CSIMDJSON_NONE = UINT32_MAX;

/// The offset of the first LF, or `count`; looks at many bytes at once.
static inline size_t csimdjson_line_end(const uint8_t *bytes, size_t count) {
    const void *const found = count == 0 ? NULL : memchr(bytes, '\n', count);
    return found == NULL ? count : (size_t)((const uint8_t *)found - bytes);
}

typedef struct csimdjson_parser csimdjson_parser;

/// NULL when memory is out.
csimdjson_parser *csimdjson_create(void);
void csimdjson_destroy(csimdjson_parser *parser);

/// Copies and parses one text. The nodes of the text before it are gone, also when this fails.
/// No memory is taken for a text that has no more bytes and tokens than earlier ones had.
/// The depth limit is at most 65535; the outermost container has depth 1.
csimdjson_outcome csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t count,
                                  uint16_t depth_limit);

/// Overwrites the text and its nodes, which are gone then. The memory stays.
void csimdjson_forget(csimdjson_parser *parser);

/// Both are valid until the next parse; node 0 is the outermost value.
const csimdjson_node *csimdjson_nodes(const csimdjson_parser *parser);
size_t csimdjson_node_count(const csimdjson_parser *parser);

/// The text with its strings unescaped in place, valid until the next parse.
const uint8_t *csimdjson_text(const csimdjson_parser *parser);

// What follows is here so that callers have it in place.

/// One of 32 bits, which tells most names of an object from most others without comparing them.
static inline uint32_t csimdjson_name_bit(const uint8_t *name, size_t count) {
    const size_t sum = count == 0 ? 0 : name[0] + 5 * (size_t)name[count - 1] + 11 * count;
    return (uint32_t)1 << (sum & 31);
}

/// Whether a string is this one.
static inline bool csimdjson_is_string(csimdjson_node node, const uint8_t *text,
                                       const uint8_t *other, size_t count) {
    return node.count == count && memcmp(text + node.start + 1, other, count) == 0;
}

/// The index of an object's member's value, or CSIMDJSON_NONE. The first two are of the same parse.
static inline uint32_t csimdjson_member(const csimdjson_node *nodes, const uint8_t *text,
                                        uint32_t object, const uint8_t *name, size_t count) {
    // Most that is looked for is optional, and not there.
    if ((nodes[object].names & csimdjson_name_bit(name, count)) == 0) return CSIMDJSON_NONE;
    const uint32_t end = nodes[object].next;
    for (uint32_t i = object + 1; i < end; i = nodes[i + 1].next) {
        if (csimdjson_is_string(nodes[i], text, name, count)) return i + 1;
    }
    return CSIMDJSON_NONE;
}

/// Writes a node without spaces and with as few escapes as JSON allows. `out` holds at least
/// `end` - `start` bytes, which the compact text never exceeds. Returns the bytes written.
size_t csimdjson_compact(csimdjson_parser *parser, uint32_t node, uint8_t *out);

#ifdef __cplusplus
}
#endif
#endif
