#pragma once

#include <cstddef>

/// Returns the number of calls of any operator new in this program so far.
std::size_t allocations() noexcept;

/// Returns the largest size in bytes with which operator new was called since the last call of this function.
std::size_t largest_allocation() noexcept;

/// Returns the number of bytes that operator new has returned and that were not deleted, as the C library counts them. Only with glibc; 0 otherwise.
std::size_t allocated_bytes() noexcept;
