// SPDX-License-Identifier: MIT
#include "parser.hpp"

#include <cstring>

namespace {

bool is_container(const csimdjson_node &node) {
    return node.kind == csimdjson_kind_array || node.kind == csimdjson_kind_object;
}

uint8_t *write_string(uint8_t *out, const uint8_t *text, uint32_t count) {
    static const char digits[] = "0123456789abcdef";
    *out++ = '"';
    for (uint32_t i = 0; i < count; ++i) {
        const uint8_t byte = text[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') {
            *out++ = byte;
            continue;
        }
        *out++ = '\\';
        switch (byte) {
        case '\b': *out++ = 'b'; break;
        case '\f': *out++ = 'f'; break;
        case '\n': *out++ = 'n'; break;
        case '\r': *out++ = 'r'; break;
        case '\t': *out++ = 't'; break;
        case '"':
        case '\\': *out++ = byte; break;
        default:
            std::memcpy(out, "u00", 3);
            out[3] = digits[byte >> 4];
            out[4] = digits[byte & 15];
            out += 5;
        }
    }
    *out++ = '"';
    return out;
}

/// Writes a scalar, or a container's opening bracket.
uint8_t *write_node(uint8_t *out, const csimdjson_parser &parser, const csimdjson_node &node) {
    if ((node.flags & CSIMDJSON_ESCAPED) != 0) {
        return write_string(out, parser.text.data() + node.start + 1, node.count);
    }
    const uint32_t length = is_container(node) ? 1 : node.end - node.start;
    std::memcpy(out, parser.text.data() + node.start, length);
    return out + length;
}

}  // namespace

size_t csimdjson_compact(csimdjson_parser *parser, uint32_t node, uint8_t *out) {
    const std::vector<csimdjson_node> &nodes = parser->nodes;
    std::vector<OpenContainer> &open = parser->open;
    const uint8_t *const begin = out;
    const uint32_t end = nodes[node].next;
    bool needs_comma = false;
    // The parse has left room for its deepest nesting, so that no memory is taken here.
    open.clear();
    for (uint32_t i = node; i <= end; ++i) {
        while (!open.empty() && nodes[open.back().node].next == i) {
            *out++ = nodes[open.back().node].kind == csimdjson_kind_object ? '}' : ']';
            open.pop_back();
            needs_comma = true;
        }
        if (i == end) break;
        if (needs_comma) *out++ = ',';
        out = write_node(out, *parser, nodes[i]);
        needs_comma = true;
        if ((nodes[i].flags & CSIMDJSON_NAME) != 0) {
            *out++ = ':';
            needs_comma = false;
        } else if (is_container(nodes[i])) {
            open.push_back({i, 0, 0});
            needs_comma = false;
        }
    }
    return static_cast<size_t>(out - begin);
}
