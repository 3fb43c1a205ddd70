// SPDX-License-Identifier: MIT
#pragma once

#include "csimdjson.h"

#include <memory>
#include <vector>

namespace simdjson::internal {
class dom_parser_implementation;
}

/// A container that is open while the tokens are walked.
struct OpenContainer {
    uint32_t node;
    uint32_t count;
    uint16_t depth;
};

/// Everything a parse needs, kept from one text to the next.
struct csimdjson_parser {
    csimdjson_parser();
    ~csimdjson_parser();

    std::unique_ptr<simdjson::internal::dom_parser_implementation> tokenizer;
    size_t capacity = 0;
    std::vector<uint8_t> text;
    /// The first `node_count` are the text's; the others are room that was made before.
    std::vector<csimdjson_node> nodes;
    uint32_t node_count = 0;
    std::vector<OpenContainer> open;
    std::vector<uint32_t> names;
};

namespace csimdjson {

constexpr csimdjson_outcome success{csimdjson_status_ok, 0};

/// The first thing in the text that is wrong below the grammar: its bytes or its strings.
csimdjson_outcome locate_lexical_error(const uint8_t *text, uint32_t count);

/// Replaces the escapes of the string between two offsets in place; the new length comes back.
csimdjson_outcome unescape(uint8_t *text, uint32_t begin, uint32_t end, uint32_t &length);

/// Reads the longest number at an offset; `end` is the offset after it. A text that only begins
/// like a number fails at the byte that spoils it.
csimdjson_outcome read_number(const uint8_t *text, uint32_t begin, uint32_t count, uint32_t &end,
                              csimdjson_node &node);

/// Fails when an object that has just ended has two members of one name.
csimdjson_outcome check_names(csimdjson_parser &parser, uint32_t object);

}  // namespace csimdjson
