#pragma once

// Macros of Qt whose names C++ programs also use.
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define signals public
#define slots
