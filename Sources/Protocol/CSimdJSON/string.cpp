// SPDX-License-Identifier: MIT
#include "parser.hpp"

#include <cstring>

namespace {

constexpr uint32_t no_code_unit = UINT32_MAX;
constexpr uint32_t escape_length = 6;

/// The code unit of `\uXXXX` at an offset.
uint32_t read_code_unit(const uint8_t *text, uint32_t at, uint32_t end) {
    if (end - at < escape_length || text[at] != '\\' || text[at + 1] != 'u') return no_code_unit;
    uint32_t unit = 0;
    for (uint32_t i = at + 2; i < at + escape_length; ++i) {
        const uint8_t byte = text[i];
        const uint8_t lower = byte | 0x20;
        if (byte >= '0' && byte <= '9') {
            unit = unit << 4 | (byte - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            unit = unit << 4 | (lower - 'a' + 10);
        } else {
            return no_code_unit;
        }
    }
    return unit;
}

bool is_high_surrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

uint32_t write_utf8(uint8_t *out, uint32_t scalar) {
    if (scalar < 0x80) {
        out[0] = static_cast<uint8_t>(scalar);
        return 1;
    }
    if (scalar < 0x800) {
        out[0] = static_cast<uint8_t>(0xC0 | scalar >> 6);
        out[1] = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
        return 2;
    }
    if (scalar < 0x10000) {
        out[0] = static_cast<uint8_t>(0xE0 | scalar >> 12);
        out[1] = static_cast<uint8_t>(0x80 | (scalar >> 6 & 0x3F));
        out[2] = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
        return 3;
    }
    out[0] = static_cast<uint8_t>(0xF0 | scalar >> 18);
    out[1] = static_cast<uint8_t>(0x80 | (scalar >> 12 & 0x3F));
    out[2] = static_cast<uint8_t>(0x80 | (scalar >> 6 & 0x3F));
    out[3] = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
    return 4;
}

/// The byte of a one-letter escape; 0 if there is no such escape.
uint8_t meaning_of_escape(uint8_t letter) {
    switch (letter) {
    case '"': return '"';
    case '\\': return '\\';
    case '/': return '/';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

/// The bytes that a UTF-8 sequence at an offset takes; 0 when it is not one.
uint32_t utf8_length(const uint8_t *text, uint32_t at, uint32_t count) {
    const uint8_t lead = text[at];
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (count - at < length) return 0;
    for (uint32_t i = 1; i < length; ++i) {
        if ((text[at + i] & 0xC0) != 0x80) return 0;
    }
    // The second byte reveals overlong forms, surrogates, and code points above U+10FFFF.
    const uint8_t second = text[at + 1];
    if (lead == 0xE0 && second < 0xA0) return 0;
    if (lead == 0xED && second > 0x9F) return 0;
    if (lead == 0xF0 && second < 0x90) return 0;
    if (lead == 0xF4 && second > 0x8F) return 0;
    return length;
}

}  // namespace

csimdjson_outcome csimdjson::unescape(uint8_t *text, uint32_t begin, uint32_t end,
                                      uint32_t &length) {
    uint32_t from = begin;
    uint32_t to = begin;
    while (from < end) {
        const void *found = std::memchr(text + from, '\\', end - from);
        const uint32_t escape =
            found ? static_cast<uint32_t>(static_cast<const uint8_t *>(found) - text) : end;
        if (to != from) std::memmove(text + to, text + from, escape - from);
        to += escape - from;
        from = escape;
        if (from == end) break;
        if (end - from >= 2 && text[from + 1] != 'u') {
            const uint8_t meaning = meaning_of_escape(text[from + 1]);
            if (meaning == 0) return {csimdjson_status_invalid_escape, from};
            text[to++] = meaning;
            from += 2;
            continue;
        }
        uint32_t scalar = read_code_unit(text, from, end);
        if (scalar == no_code_unit) return {csimdjson_status_invalid_escape, from};
        if (is_low_surrogate(scalar)) return {csimdjson_status_lone_surrogate, from};
        uint32_t taken = escape_length;
        if (is_high_surrogate(scalar)) {
            const uint32_t low = read_code_unit(text, from + escape_length, end);
            if (!is_low_surrogate(low)) return {csimdjson_status_lone_surrogate, from};
            scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
            taken += escape_length;
        }
        to += write_utf8(text + to, scalar);
        from += taken;
    }
    length = to - begin;
    return success;
}

csimdjson_outcome csimdjson::locate_lexical_error(const uint8_t *text, uint32_t count) {
    bool in_string = false;
    uint32_t opening = 0;
    uint32_t at = 0;
    while (at < count) {
        const uint32_t length = utf8_length(text, at, count);
        if (length == 0) return {csimdjson_status_invalid_utf8, at};
        const uint8_t byte = text[at];
        if (byte == 0) return {csimdjson_status_nul, at};
        if (in_string) {
            if (byte < 0x20) return {csimdjson_status_control_character, at};
            // The escaped byte itself may still be invalid UTF-8 or a control character.
            if (byte == '\\' && at + 1 < count && (text[at + 1] == '"' || text[at + 1] == '\\')) {
                at += 1;
            } else if (byte == '"') {
                in_string = false;
            }
        } else if (byte == '"') {
            in_string = true;
            opening = at;
        } else if (byte == '\\') {
            return {csimdjson_status_unexpected_character, at};
        }
        at += length;
    }
    if (in_string) return {csimdjson_status_unterminated_string, opening};
    return {csimdjson_status_unexpected_end, count};
}
