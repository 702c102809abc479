#pragma once

// Macros of windows.h and its includes, and of Unreal Engine, whose names C++ programs also use. The standard library is included first: on Windows
// it must work with these macros, but the standard library of the test machine undefines min and max.
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <ratio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#if __has_include(<netdb.h>)
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif
#if __has_include(<flatbuffers/flatbuffers.h>)
#include <flatbuffers/flatbuffers.h>
#endif

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define ABSOLUTE 1
#define BOOL int
#define BYTE unsigned char
#define CALLBACK
#define CONST const
#define DELETE (0x00010000L)
#define DIFFERENCE 11
#define DOMAIN 1
#define ERROR 0
#define FALSE 0
#define FAR
#define FIXED 1
#define IGNORE 0
#define IN
#define INFINITE 0xFFFFFFFF
#define INPUT 1
#define NEAR
#define NO_ERROR 0L
#define OPAQUE 2
#define OPTIONAL
#define OUT
#define OVERFLOW 3
#define PASSTHROUGH 19
#define RELATIVE 2
#define STRICT 1
#define THIS void
#define TRANSPARENT 1
#define TRUE 1
#define UNDERFLOW 4
#define VOID void
#define cdecl
#define far
#define hyper __int64
#define interface struct
#define near
#define pascal
#define small char
#define AddJob AddJobW
#define CreateEvent CreateEventW
#define CreateFile CreateFileW
#define CreateWindow CreateWindowW
#define DeleteFile DeleteFileW
#define DispatchMessage DispatchMessageW
#define DrawText DrawTextW
#define GetClassName GetClassNameW
#define GetCurrentTime() GetTickCount()
#define GetFreeSpace(w) (0x100000L)
#define GetJob GetJobW
#define GetMessage GetMessageW
#define GetObject GetObjectW
#define GetUserName GetUserNameW
#define LoadImage LoadImageW
#define PeekMessage PeekMessageW
#define PostMessage PostMessageW
#define ReportEvent ReportEventW
#define SendMessage SendMessageW
#define SetPort SetPortW
#define Yield()
#define ZeroMemory(destination, length) memset((destination), 0, (length))

#define PI (3.1415926535897932f)
#define TEXT(text) L##text
#define check(condition) \
  { assume_that(condition); }
#define ensure(condition) (condition)
#define verify(condition) \
  { assume_that(condition); }
