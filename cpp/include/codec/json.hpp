#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "detail/shortest_digits.hpp"
#include "message.hpp"
#include "union.hpp"
#include "wire.hpp"

// JSON output of generated types for logs, tests and tools, in the dialect of `flatc --strict-json` and of the C# library. Include the header
// <schema>_json.hpp, which has the names.
namespace codec {

namespace generated {

/// The names of the fields of a table or a struct, or of the values of an enum, as in the schema:
///   static constexpr std::string_view names[];   of a table's fields in the order of their ids, or of a struct's fields in their order
///   static constexpr EnumName<Enum> values[];    and static constexpr bool is_flags
template <class T>
struct Names;

template <class Enum>
struct EnumName {
  std::string_view name;
  Enum value;
};

class JsonWriter {
 public:
  /// Writes at least the first `most` bytes of the text.
  JsonWriter(std::string& text, std::size_t most) : text_(text), most_(most) {}

  template <class T>
  void value(const T& value) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Bool>) {
      text_ += value ? "true" : "false";
    } else if constexpr (std::is_enum_v<T>) {
      name(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      real(value);
    } else if constexpr (std::is_integral_v<T>) {
      char digits[24];
      text_.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      // Each byte of a string becomes at least one.
      string(std::string_view(value).substr(0, most_));
    } else if constexpr (wire::is_array<T>) {
      elements(value);
    } else if constexpr (is_table<T>) {
      table(value);
    } else {
      structure(value);
    }
  }

  template <class T>
  void table(const T& value) {
    ++depth_;
    text_ += '{';
    Fields<T> fields{*this, value, 0, true};
    Table<T>::Fields::each(fields);
    text_ += '}';
    --depth_;
  }

 private:
  template <class T, class = void>
  struct IsTable : std::false_type {};
  template <class T>
  struct IsTable<T, std::void_t<typename Table<T>::Fields>> : std::true_type {};
  template <class T>
  static constexpr bool is_table = IsTable<T>::value;

  template <class T>
  struct Fields {
    JsonWriter& writer;
    const T& value;
    std::size_t index;
    bool is_first;

    template <class Field>
    void operator()(Field field) {
      if (!writer.is_full()) {
        write(field, Field::value_of(value), Names<T>::names[index++]);
      }
    }

    std::string& start(std::string_view name, std::string_view suffix = {}) {
      std::string& text = writer.text_;
      text += is_first ? "\"" : ",\"";
      is_first = false;
      text += name;
      text += suffix;
      return text += "\":";
    }

    template <class Field, class Member>
    void write(Field, const Member& member, std::string_view name) {
      if constexpr (wire::is_number<Member>) {
        // As of keys, any two NaN are equal.
        if (compare_keys(member, Field::missing()) == 0) {
          return;
        }
      }
      start(name);
      writer.value(member);
    }

    template <class Field, class Member>
    void write(Field field, const std::optional<Member>& member, std::string_view name) {
      if (!member.has_value()) {
        return;
      }
      if constexpr (std::is_same_v<Member, std::string>) {
        if (Field::default_text.data() != nullptr && *member == Field::default_text) {
          return;
        }
      }
      if constexpr (wire::is_number<Member>) {
        start(name);
        writer.value(*member);
      } else {
        write(field, *member, name);
      }
    }

    template <class Field, class Child>
    void write(Field, const Boxed<Child>& member, std::string_view name) {
      if (member.has_value()) {
        start(name);
        writer.table(*member);
      }
    }

    template <class Field, class Element>
    void write(Field, const std::vector<Element>& member, std::string_view name) {
      if constexpr (Field::is_empty_by_default) {
        if (member.empty()) {
          return;
        }
      }
      if constexpr (Field::is_nested) {
        typename Field::NestedRoot root;
        if (writer.read_nested(root, as_bytes(member.data(), member.size()))) {
          start(name);
          ++writer.nesting_;
          writer.table(root);
          --writer.nesting_;
          return;
        }
      }
      start(name);
      writer.elements(member);
    }

    // A table whose value was moved away is null, so that the text stays JSON.
    template <class Value>
    void union_value(const Value& member) {
      if (!member.visit([this](const auto& chosen) { writer.value(chosen); })) {
        writer.text_ += "null";
      }
    }

    template <class Field, class Enum, class... Cases>
    void write(Field, const Union<Enum, Cases...>& member, std::string_view name) {
      if (member.has_value()) {
        start(name, "_type");
        writer.value(member.type());
        start(name);
        union_value(member);
      }
    }

    template <class Field, class Enum, class... Cases>
    void write(Field, const std::vector<Union<Enum, Cases...>>& member, std::string_view name) {
      if constexpr (Field::is_empty_by_default) {
        if (member.empty()) {
          return;
        }
      }
      start(name, "_type") += '[';
      for (std::size_t i = 0; i < member.size() && !writer.is_full(); ++i) {
        writer.separate(i);
        writer.value(member[i].type());
      }
      writer.text_ += ']';
      start(name) += '[';
      for (std::size_t i = 0; i < member.size() && !writer.is_full(); ++i) {
        writer.separate(i);
        union_value(member[i]);
      }
      writer.text_ += ']';
    }
  };

  template <class Elements>
  void elements(const Elements& elements) {
    text_ += '[';
    std::size_t index = 0;
    for (const auto& element : elements) {
      if (is_full()) {
        break;
      }
      separate(index++);
      value(static_cast<const typename Elements::value_type&>(element));
    }
    text_ += ']';
  }

  bool is_full() const { return text_.size() > most_; }

  /// Reads a nested payload if it is valid, and its tables do not nest deeper than 64 levels in the text. All nested payloads of a text share one
  /// budget, because a small payload can refer many times to a table that contains one.
  template <class Root>
  bool read_nested(Root& root, ByteSpan payload) {
    if (is_budget_exceeded_) {
      return false;
    }
    if (nesting_ == 0) {
      budget_.add(payload.size());
    }
    if (payload.size() > largest_payload) {
      return false;
    }
    const int depth = depth_ < first_depth<Root> ? first_depth<Root> : depth_ + 1;
    const Bytes bytes = bytes_of(payload);
    VerifyBudget verifying(bytes.size, Table<Root>::max_tables);
    if (!verify_buffer<Root>(bytes, depth, verifying)) {
      is_budget_exceeded_ = !budget_.take_rejected(payload.size());
      return false;
    }
    is_budget_exceeded_ = !read_table<Root>(root_of<Root>(payload), root, budget_, depth);
    return !is_budget_exceeded_;
  }

  void separate(std::size_t index) {
    if (index > 0) {
      text_ += ',';
    }
  }

  template <class T>
  void structure(const T& value) {
    text_ += '{';
    std::size_t index = 0;
    wire::Struct<T>::fields(value, [this, &index](const auto& field) {
      separate(index);
      text_ += '"';
      text_ += Names<T>::names[index++];
      text_ += "\":";
      this->value(field);
    });
    text_ += '}';
  }

  template <class Enum>
  void name(Enum value) {
    using Bits = std::underlying_type_t<Enum>;
    for (const auto& candidate : Names<Enum>::values) {
      if (candidate.value == value) {
        text_ += '"';
        text_ += candidate.name;
        text_ += '"';
        return;
      }
    }
    const auto bits = static_cast<Bits>(value);
    if (Names<Enum>::is_flags && bits != 0) {
      Bits left = bits;
      std::string names;
      for (const auto& candidate : Names<Enum>::values) {
        const auto bit = static_cast<Bits>(candidate.value);
        if (bit != 0 && (bits & bit) == bit) {
          names += (names.empty() ? "" : " ");
          names += candidate.name;
          left = static_cast<Bits>(left & ~bit);
        }
      }
      if (left == 0) {
        text_ += '"' + names + '"';
        return;
      }
    }
    this->value(static_cast<std::conditional_t<sizeof(Bits) == 1, int, Bits>>(bits));
  }

  template <class T>
  void real(T value) {
    if (const wire::RealKind<T> kind(value); !kind.is_finite()) {
      text_ += kind.is_nan() ? "\"nan\"" : kind.is_negative() ? "\"-inf\"" : "\"inf\"";
      return;
    }
    char digits[64];
#if defined(__cpp_lib_to_chars)
    text_.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
#else
    text_.append(digits, detail::shortest_digits(digits, value));
#endif
  }

  /// Writes a string. Bytes that are not valid UTF-8 become U+FFFD.
  void string(std::string_view text) {
    text_ += '"';
    for (std::size_t i = 0; i < text.size();) {
      const auto first = static_cast<unsigned char>(text[i]);
      if (first < 0x80) {
        ascii(static_cast<char>(first));
        ++i;
        continue;
      }
      // As in C#, there is one U+FFFD for each longest valid start of a character, and one for each byte that cannot start a character.
      const std::size_t length = first < 0xC2 || first > 0xF4 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
      std::uint32_t point = first & (0xFFu >> (length + 1));
      std::size_t count = 1;
      while (count < length && i + count < text.size() && continues(first, static_cast<unsigned char>(text[i + count]), count)) {
        point = point << 6 | (static_cast<unsigned char>(text[i + count]) & 0x3Fu);
        ++count;
      }
      const bool is_valid = length > 1 && count == length;
      unit(!is_valid ? 0xFFFD : point >= 0x10000 ? 0xD800 + ((point - 0x10000) >> 10) : point);
      if (is_valid && point >= 0x10000) {
        unit(0xDC00 + ((point - 0x10000) & 0x3FF));
      }
      i += count;
    }
    text_ += '"';
  }

  // Returns whether a byte continues the character that `first` starts. The second byte excludes surrogates, overlong forms and values that are too
  // large.
  static bool continues(unsigned char first, unsigned char next, std::size_t index) {
    const unsigned char least = index > 1 ? 0x80 : first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = index > 1 ? 0xBF : first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return next >= least && next <= most;
  }

  void ascii(char letter) {
    switch (letter) {
      case '"': text_ += "\\\""; break;
      case '\\': text_ += "\\\\"; break;
      case '\b': text_ += "\\b"; break;
      case '\f': text_ += "\\f"; break;
      case '\n': text_ += "\\n"; break;
      case '\r': text_ += "\\r"; break;
      case '\t': text_ += "\\t"; break;
      default:
        if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) {
          unit(static_cast<unsigned char>(letter));
        } else {
          text_ += letter;
        }
    }
  }

  void unit(std::uint32_t value) {
    constexpr char digits[] = "0123456789ABCDEF";
    text_ += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
      text_ += digits[(value >> shift) & 0xF];
    }
  }

  std::string& text_;
  std::size_t most_;
  ReadBudget budget_{0, 0};
  bool is_budget_exceeded_ = false;
  int nesting_ = 0;
  int depth_ = 0;
};

template <class T>
std::string json_of(const T& value, std::size_t most) {
  static_assert(!std::is_base_of_v<TableView, T>, "A view has no JSON: read it into an object with read_into.");
  std::string text;
  JsonWriter(text, most).value(value);
  return text;
}

}  // namespace generated

/// Returns the JSON of a table or a struct, in one line. Fields with their default values are omitted.
template <class T>
std::string to_json(const T& value) {
  return generated::json_of(value, std::string::npos);
}

}  // namespace codec
