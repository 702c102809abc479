extern alias packets;

global using System;
global using System.Collections.Generic;
global using System.Diagnostics;
global using System.Globalization;
global using System.IO;
global using System.Linq;
global using System.Reflection;
global using System.Runtime.CompilerServices;
global using System.Runtime.InteropServices;
global using System.Threading;
global using BenchmarkDotNet.Attributes;
global using Codec.Bench.Compat;
global using Codec.Bench.Measuring;
global using Codec.Bench.Packets;
global using Codec.Framing;
global using Codec.Packets;
global using P = packets::Game;
