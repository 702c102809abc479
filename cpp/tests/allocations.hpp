#pragma once

#include <cstddef>

/// How many times operator new was called in this program so far.
std::size_t allocations() noexcept;
