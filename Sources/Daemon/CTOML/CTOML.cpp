// SPDX-License-Identifier: MIT

#include "CTOML.h"

#include <new>
#include <string>
#include <string_view>
#include <vector>

// Return errors as values: no exception may cross into Swift.
#define TOML_EXCEPTIONS 0
// Do not abort the daemon: toml++ 3.3 asserts (or with NDEBUG assumes) a valid first character of a
// key, and then checks it again with an error message, for example for `[@log]`.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
// The nesting limit of toml++, which recurses for each level. A configuration needs three levels.
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

struct ctoml_document {
    // Owns the data of the nodes; an error for invalid TOML.
    toml::parse_result result;
    std::string error;
    ctoml_position error_position;
    std::vector<ctoml_node> nodes;
};

namespace {

ctoml_text text_of(std::string_view view) noexcept {
    return {view.data() == nullptr ? "" : view.data(), view.size()};
}

ctoml_position position_of(const toml::source_region &region) noexcept {
    return {region.begin.line, region.begin.column};
}

ctoml_node describe(const toml::node &node, size_t parent) {
    ctoml_node out{};
    out.parent = parent;
    out.key = text_of({});
    out.string = text_of({});
    out.value_position = position_of(node.source());
    switch (node.type()) {
    case toml::node_type::table:
        out.kind = CTOML_TABLE;
        break;
    case toml::node_type::array:
        out.kind = CTOML_ARRAY;
        break;
    case toml::node_type::string:
        out.kind = CTOML_STRING;
        out.string = text_of(node.as_string()->get());
        break;
    case toml::node_type::integer:
        out.kind = CTOML_INTEGER;
        out.integer = node.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        out.kind = CTOML_FLOAT;
        out.number = node.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        out.kind = CTOML_BOOLEAN;
        out.boolean = node.as_boolean()->get();
        break;
    default:
        out.kind = CTOML_DATE;
        break;
    }
    return out;
}

// Breadth first and without recursion, so that deep nesting cannot overflow the stack.
void flatten(const toml::table &root, std::vector<ctoml_node> &nodes) {
    std::vector<const toml::node *> sources{&root};
    nodes.push_back(describe(root, 0));
    for (size_t index = 0; index < sources.size(); ++index) {
        if (const toml::table *table = sources[index]->as_table()) {
            for (auto &&[key, value] : *table) {
                ctoml_node node = describe(value, index);
                node.key = text_of(key.str());
                node.key_position = position_of(key.source());
                nodes.push_back(node);
                sources.push_back(&value);
            }
        } else if (const toml::array *array = sources[index]->as_array()) {
            for (auto &&value : *array) {
                nodes.push_back(describe(value, index));
                sources.push_back(&value);
            }
        }
    }
}

// toml++ 3.3 creates a table for each part of a dotted key and destroys them recursively, so that a long
// key overflows the stack. Returns the first line with too many dots, or 0.
uint32_t line_of_deep_key(std::string_view text) noexcept {
    constexpr uint32_t most = 64;
    uint32_t line = 1;
    uint32_t dots = 0;
    bool blank = true;
    bool comment = false;
    for (char byte : text) {
        if (byte == '\n') {
            ++line;
            dots = 0;
            blank = true;
            comment = false;
            continue;
        }
        comment = comment || (blank && byte == '#');
        blank = blank && (byte == ' ' || byte == '\t');
        if (byte == '.' && !comment && ++dots > most) {
            return line;
        }
    }
    return 0;
}

}  // namespace

ctoml_document *ctoml_parse(const char *text, size_t length) {
    const std::string_view view{text, length};
    auto *document = new (std::nothrow) ctoml_document{};
    if (document == nullptr) {
        return nullptr;
    }
    if (const uint32_t line = line_of_deep_key(view); line != 0) {
        document->error = "too many dots in one line (expected at most 64)";
        document->error_position = {line, 1};
        return document;
    }
    document->result = toml::parse(view);
    if (document->result.succeeded()) {
        flatten(document->result.table(), document->nodes);
    } else {
        document->error = std::string{document->result.error().description()};
        document->error_position = position_of(document->result.error().source());
    }
    return document;
}

void ctoml_free(ctoml_document *document) {
    delete document;
}

bool ctoml_is_valid(const ctoml_document *document) {
    // The root table is node 0 of every valid text.
    return !document->nodes.empty();
}

ctoml_text ctoml_error_message(const ctoml_document *document) {
    return text_of(document->error);
}

ctoml_position ctoml_error_position(const ctoml_document *document) {
    return document->error_position;
}

size_t ctoml_count(const ctoml_document *document) {
    return document->nodes.size();
}

ctoml_node ctoml_at(const ctoml_document *document, size_t index) {
    return document->nodes[index];
}
