// SPDX-License-Identifier: MIT
#include "parser.hpp"

#include <charconv>
#include <cmath>
#include <simdjson.h>

namespace {

constexpr uint64_t integer_limit = uint64_t{1} << 53;
/// 2^53 has 16 digits, so that nothing longer can be an integer here.
constexpr int64_t most_digits = 16;
/// Beyond this the exponent no longer matters; it keeps the sums below from overflowing.
constexpr int64_t exponent_limit = int64_t{1} << 40;

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/// The digits of a number without its zeros at either end, to tell integers exactly: the double
/// of 9007199254740993 is a 2^53 that nobody wrote.
class Significand {
public:
    void add(uint8_t digit) {
        ordinal += 1;
        if (digit == '0') return;
        if (first == 0) first = ordinal;
        last = ordinal;
        if (last - first >= most_digits) return;
        for (; filled < last; ++filled) value *= 10;
        value += digit - '0';
    }

    void end_of_integer_part() { integer_digits = ordinal; }

    /// Whether the value is integral and within 2^53 of zero.
    bool is_integer(int64_t exponent) const {
        if (first == 0) return true;
        int64_t zeros = integer_digits - last + exponent;
        if (zeros < 0 || zeros + last - first >= most_digits) return false;
        uint64_t whole = value;
        for (; zeros > 0; --zeros) whole *= 10;
        return whole <= integer_limit;
    }

private:
    int64_t ordinal = 0;
    int64_t first = 0;
    int64_t last = 0;
    int64_t filled = 0;
    int64_t integer_digits = 0;
    uint64_t value = 0;
};

double nearest_double(const char *begin, const char *end) {
    double value = 0;
    if (std::from_chars(begin, end, value).ec == std::errc{}) return value;
    // Out of range is one error for what is too large and for what is next to nothing; this one
    // gives infinity or zero.
    return simdjson::internal::from_chars(begin, end);
}

/// So many digits are below 2^53 whatever they are.
constexpr uint32_t few_digits = 15;

/// Reads a whole number of few digits, as almost all are, without anything that the others need.
/// False where there is none: then `end` and the node are as they were.
bool read_small_integer(const uint8_t *text, uint32_t begin, uint32_t count, uint32_t &end,
                        csimdjson_node &node) {
    const bool negative = text[begin] == '-';
    const uint32_t first = begin + (negative ? 1 : 0);
    const uint32_t most = count - first > few_digits ? first + few_digits : count;
    uint32_t at = first;
    uint64_t value = 0;
    while (at < most && is_digit(text[at])) value = value * 10 + (text[at++] - '0');
    if (at == first || (text[first] == '0' && at > first + 1)) return false;
    if (at < count) {
        const uint8_t next = text[at];
        if (is_digit(next) || next == '.' || next == 'e' || next == 'E') return false;
    }
    const double magnitude = static_cast<double>(value);
    node.number = negative ? -magnitude : magnitude;
    node.flags |= CSIMDJSON_FINITE | CSIMDJSON_INTEGER;
    end = at;
    return true;
}

}  // namespace

csimdjson_outcome csimdjson::read_number(const uint8_t *text, uint32_t begin, uint32_t count,
                                         uint32_t &end, csimdjson_node &node) {
    if (read_small_integer(text, begin, count, end, node)) return success;
    uint32_t at = begin;
    const auto digit_follows = [&] { return at < count && is_digit(text[at]); };
    const auto failure = [&] {
        return csimdjson_outcome{csimdjson_status_invalid_number, at};
    };
    Significand significand;
    if (text[at] == '-') at += 1;
    if (!digit_follows()) return failure();
    if (text[at] == '0') {
        significand.add(text[at++]);
    } else {
        while (digit_follows()) significand.add(text[at++]);
    }
    significand.end_of_integer_part();
    if (at < count && text[at] == '.') {
        at += 1;
        if (!digit_follows()) return failure();
        while (digit_follows()) significand.add(text[at++]);
    }
    int64_t exponent = 0;
    if (at < count && (text[at] == 'e' || text[at] == 'E')) {
        at += 1;
        const bool negative = at < count && text[at] == '-';
        if (negative || (at < count && text[at] == '+')) at += 1;
        if (!digit_follows()) return failure();
        while (digit_follows()) {
            if (exponent < exponent_limit) exponent = exponent * 10 + (text[at] - '0');
            at += 1;
        }
        if (negative) exponent = -exponent;
    }
    const auto *characters = reinterpret_cast<const char *>(text);
    node.number = nearest_double(characters + begin, characters + at);
    if (std::isfinite(node.number)) node.flags |= CSIMDJSON_FINITE;
    if (significand.is_integer(exponent)) node.flags |= CSIMDJSON_INTEGER;
    end = at;
    return success;
}
