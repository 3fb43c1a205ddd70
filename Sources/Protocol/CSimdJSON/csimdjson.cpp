// SPDX-License-Identifier: MIT
#include "parser.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <simdjson.h>

using namespace csimdjson;

csimdjson_parser::csimdjson_parser() = default;
csimdjson_parser::~csimdjson_parser() = default;

namespace {

/// The nesting that the tokenizer gets: it only looks for tokens and has no use for it.
constexpr size_t tokenizer_depth = 1;
constexpr size_t smallest_capacity = 4096;
/// Up to this many members names are compared each with each, which beats sorting them.
constexpr uint32_t few_members = 8;

bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/// The expected kind of the current token.
enum class Expected { value, element_or_end, name_or_end, name, colon, comma_or_end, nothing };

/// Walks the tokens of one text and writes its nodes.
class Walker {
public:
    Walker(csimdjson_parser &parser, uint16_t depth_limit)
        : parser(parser), text(parser.text.data()),
          count(static_cast<uint32_t>(parser.text.size())),
          tokens(parser.tokenizer->structural_indexes.get()),
          token_count(parser.tokenizer->n_structural_indexes), depth_limit(depth_limit),
          nodes(parser.nodes.data()),
          has_escapes(std::memchr(text, '\\', count) != nullptr) {}

    csimdjson_outcome walk() {
        for (token = 0; token < token_count; ++token) {
            at = tokens[token];
            // The tokenizer ends its list with the text's length.
            next_token = token + 1 < token_count ? tokens[token + 1] : count;
            const csimdjson_outcome outcome = step();
            if (outcome.status != csimdjson_status_ok) return outcome;
        }
        if (expected != Expected::nothing) return {csimdjson_status_unexpected_end, count};
        parser.node_count = used;
        return success;
    }

private:
    csimdjson_outcome step() {
        const uint8_t byte = text[at];
        switch (expected) {
        case Expected::value: return value(byte);
        case Expected::element_or_end: return byte == ']' ? close() : value(byte);
        case Expected::name_or_end: return byte == '}' ? close() : name(byte);
        case Expected::name: return name(byte);
        case Expected::colon:
            if (byte != ':') return unexpected();
            expected = Expected::value;
            return success;
        case Expected::comma_or_end: return comma_or_end(byte);
        case Expected::nothing:
            return byte == 0 ? unexpected()
                             : csimdjson_outcome{csimdjson_status_trailing_content, at};
        }
        return unexpected();
    }

    csimdjson_outcome value(uint8_t byte) {
        switch (byte) {
        case '{': return open(csimdjson_kind_object, Expected::name_or_end);
        case '[': return open(csimdjson_kind_array, Expected::element_or_end);
        case '"': return string(0, Expected::comma_or_end);
        case 'n': return literal("null", 4, csimdjson_kind_null);
        case 't': return literal("true", 4, csimdjson_kind_true);
        case 'f': return literal("false", 5, csimdjson_kind_false);
        default: break;
        }
        if (byte == '-' || (byte >= '0' && byte <= '9')) return number();
        return unexpected();
    }

    csimdjson_outcome name(uint8_t byte) {
        if (byte != '"') return unexpected();
        return string(CSIMDJSON_NAME, Expected::colon);
    }

    csimdjson_outcome comma_or_end(uint8_t byte) {
        const bool in_object = nodes[parser.open.back().node].kind == csimdjson_kind_object;
        if (byte == ',') {
            expected = in_object ? Expected::name : Expected::value;
            return success;
        }
        return byte == (in_object ? '}' : ']') ? close() : unexpected();
    }

    csimdjson_outcome open(csimdjson_kind kind, Expected inside) {
        if (parser.open.size() >= depth_limit) return {csimdjson_status_too_deep, at};
        parser.open.push_back({used, 0, 0});
        add(kind, at + 1);
        expected = inside;
        return success;
    }

    csimdjson_outcome close() {
        const OpenContainer container = parser.open.back();
        parser.open.pop_back();
        csimdjson_node &node = nodes[container.node];
        node.end = at + 1;
        node.next = used;
        node.count = container.count;
        node.depth = container.depth + 1;
        if (node.kind == csimdjson_kind_object) {
            const csimdjson_outcome outcome = check_names(parser, container.node);
            if (outcome.status != csimdjson_status_ok) return outcome;
        }
        value_ended(node.depth);
        return success;
    }

    void value_ended(uint16_t depth) {
        if (parser.open.empty()) {
            expected = Expected::nothing;
            return;
        }
        OpenContainer &container = parser.open.back();
        container.count += 1;
        container.depth = std::max(container.depth, depth);
        expected = Expected::comma_or_end;
    }

    csimdjson_outcome string(uint8_t flags, Expected after) {
        // Only the opening quote is a token; the closing one is the last byte before the next.
        uint32_t end = next_token;
        while (end > at + 1 && is_space(text[end - 1])) end -= 1;
        if (end < at + 2 || text[end - 1] != '"') {
            return {csimdjson_status_unterminated_string, at};
        }
        uint32_t length = end - at - 2;
        if (has_escapes && std::memchr(text + at + 1, '\\', length) != nullptr) {
            flags |= CSIMDJSON_ESCAPED;
            const csimdjson_outcome outcome = unescape(text, at + 1, end - 1, length);
            if (outcome.status != csimdjson_status_ok) return outcome;
        }
        csimdjson_node &node = add(csimdjson_kind_string, end);
        node.flags = flags;
        node.count = length;
        if (after == Expected::colon) {
            expected = after;
        } else {
            value_ended(0);
        }
        return success;
    }

    csimdjson_outcome literal(const char *word, uint32_t length, csimdjson_kind kind) {
        if (count - at < length || std::memcmp(text + at, word, length) != 0) {
            return {csimdjson_status_invalid_literal, at};
        }
        if (!ends_at(at + length)) return continued(at + length, {csimdjson_status_invalid_literal, at});
        add(kind, at + length);
        value_ended(0);
        return success;
    }

    csimdjson_outcome number() {
        csimdjson_node &node = add(csimdjson_kind_number, at);
        const csimdjson_outcome outcome = read_number(text, at, count, node.end, node);
        if (outcome.status != csimdjson_status_ok) return outcome;
        if (!ends_at(node.end)) {
            return continued(node.end, {text[node.end] == 0 ? csimdjson_status_nul
                                                            : csimdjson_status_invalid_number,
                                        node.end});
        }
        value_ended(0);
        return success;
    }

    /// Whether the token at hand can end at an offset.
    bool ends_at(uint32_t offset) const {
        return offset == next_token || (offset < next_token && is_space(text[offset]));
    }

    /// The error of a number or a literal that goes on at an offset. simdjson takes two control characters
    /// there for tokens of their own on x86-64, but not on arm64.
    csimdjson_outcome continued(uint32_t offset, csimdjson_outcome error) const {
        const bool is_token = text[offset] == 0x0C || text[offset] == 0x1A;
        return is_token ? csimdjson_outcome{csimdjson_status_unexpected_character, offset} : error;
    }

    csimdjson_node &add(csimdjson_kind kind, uint32_t end) {
        // There is a place for every token, and no token makes two nodes.
        csimdjson_node &node = nodes[used++];
        node = {kind, 0, 0, at, end, used, 0, 0, 0};
        return node;
    }

    csimdjson_outcome unexpected() const {
        return {text[at] == 0 ? csimdjson_status_nul : csimdjson_status_unexpected_character, at};
    }

    csimdjson_parser &parser;
    uint8_t *const text;
    const uint32_t count;
    const uint32_t *const tokens;
    const uint32_t token_count;
    const uint16_t depth_limit;
    csimdjson_node *const nodes;
    /// Unescaping goes on in place, and takes escapes away only where it has been.
    const bool has_escapes;
    uint32_t used = 0;
    Expected expected = Expected::value;
    uint32_t token = 0;
    uint32_t at = 0;
    uint32_t next_token = 0;
};

/// simdjson asks that the tokenizer's capacity exceed the text's length.
bool make_room(csimdjson_parser &parser, size_t count) {
    if (parser.tokenizer != nullptr && count < parser.capacity) return true;
    size_t capacity = smallest_capacity;
    while (capacity <= count) capacity *= 2;
    const simdjson::error_code code =
        parser.tokenizer != nullptr
            ? parser.tokenizer->set_capacity(capacity)
            : simdjson::get_active_implementation()->create_dom_parser_implementation(
                  capacity, tokenizer_depth, parser.tokenizer);
    if (code != simdjson::SUCCESS) {
        parser.tokenizer = nullptr;
        return false;
    }
    parser.capacity = capacity;
    return true;
}

csimdjson_outcome parse(csimdjson_parser &parser, const uint8_t *bytes, size_t count,
                        uint16_t depth_limit) {
    parser.node_count = 0;
    parser.open.clear();
    if (count >= simdjson::SIMDJSON_MAXSIZE_BYTES / 2) return {csimdjson_status_too_long, 0};
    if (count == 0) return {csimdjson_status_empty, 0};
    parser.text.assign(bytes, bytes + count);
    if (count >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        return {csimdjson_status_byte_order_mark, 0};
    }
    if (!make_room(parser, count)) return {csimdjson_status_out_of_memory, 0};
    const simdjson::error_code code =
        parser.tokenizer->stage1(parser.text.data(), count, simdjson::stage1_mode::regular);
    if (code == simdjson::EMPTY) return {csimdjson_status_empty, 0};
    if (code != simdjson::SUCCESS) {
        return locate_lexical_error(parser.text.data(), static_cast<uint32_t>(count));
    }
    const size_t token_count = parser.tokenizer->n_structural_indexes;
    if (parser.nodes.size() < token_count) parser.nodes.resize(token_count);
    return Walker(parser, depth_limit).walk();
}

}  // namespace

csimdjson_outcome csimdjson::check_names(csimdjson_parser &parser, uint32_t object) {
    std::vector<csimdjson_node> &nodes = parser.nodes;
    const uint8_t *const text = parser.text.data();
    uint32_t bits = 0;
    bool may_have_duplicate = false;
    for (uint32_t name = object + 1; name < nodes[object].next; name = nodes[name + 1].next) {
        const uint32_t bit = csimdjson_name_bit(text + nodes[name].start + 1, nodes[name].count);
        may_have_duplicate |= (bits & bit) != 0;
        bits |= bit;
    }
    nodes[object].names = bits;
    if (!may_have_duplicate) return success;
    std::vector<uint32_t> &names = parser.names;
    names.clear();
    for (uint32_t name = object + 1; name < nodes[object].next; name = nodes[name + 1].next) {
        names.push_back(name);
    }
    const auto order = [&](uint32_t a, uint32_t b) {
        if (nodes[a].count != nodes[b].count) return nodes[a].count < nodes[b].count ? -1 : 1;
        return std::memcmp(text + nodes[a].start + 1, text + nodes[b].start + 1, nodes[a].count);
    };
    uint32_t duplicate = UINT32_MAX;
    const auto compare = [&](uint32_t a, uint32_t b) {
        if (order(a, b) == 0) duplicate = std::min(duplicate, nodes[std::max(a, b)].start);
    };
    if (names.size() <= few_members) {
        for (size_t i = 1; i < names.size(); ++i) {
            for (size_t j = 0; j < i; ++j) compare(names[j], names[i]);
        }
    } else {
        std::sort(names.begin(), names.end(), [&](uint32_t a, uint32_t b) {
            const int result = order(a, b);
            return result != 0 ? result < 0 : a < b;
        });
        for (size_t i = 1; i < names.size(); ++i) compare(names[i - 1], names[i]);
    }
    if (duplicate == UINT32_MAX) return success;
    return {csimdjson_status_duplicate_name, duplicate};
}

csimdjson_parser *csimdjson_create(void) { return new (std::nothrow) csimdjson_parser(); }

void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

csimdjson_outcome csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t count,
                                  uint16_t depth_limit) {
    try {
        return parse(*parser, bytes, count, depth_limit);
    } catch (const std::bad_alloc &) {
        parser->node_count = 0;
        return {csimdjson_status_out_of_memory, 0};
    }
}

void csimdjson_forget(csimdjson_parser *parser) {
    std::fill(parser->text.begin(), parser->text.end(), 0);
    std::fill_n(parser->nodes.begin(), parser->node_count, csimdjson_node{});
    parser->node_count = 0;
}

const csimdjson_node *csimdjson_nodes(const csimdjson_parser *parser) {
    return parser->nodes.data();
}

size_t csimdjson_node_count(const csimdjson_parser *parser) { return parser->node_count; }

const uint8_t *csimdjson_text(const csimdjson_parser *parser) { return parser->text.data(); }
