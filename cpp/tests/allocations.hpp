#pragma once

#include <cstddef>

/// How many times operator new was called in this program so far.
std::size_t allocations() noexcept;

/// The most bytes that operator new was called with since this was called last.
std::size_t largest_allocation() noexcept;
