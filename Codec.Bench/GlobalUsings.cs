extern alias packets;

// For the benchmarks. The folders that other projects compile, too, have their own usings.
global using System;
global using System.Buffers;
global using System.Buffers.Binary;
global using System.Collections.Generic;
global using System.Diagnostics;
global using System.Diagnostics.CodeAnalysis;
global using System.Globalization;
global using System.IO;
global using System.Linq;
global using System.Net;
global using System.Net.Sockets;
global using System.Runtime.CompilerServices;
global using System.Runtime.InteropServices;
global using System.Threading;
global using System.Threading.Tasks;
global using BenchmarkDotNet.Attributes;
global using Codec.Bench.Compat;
global using Codec.Bench.Measuring;
global using Codec.Bench.Packets;
global using Codec.Bench.Transport;
global using Codec.Dispatch;
global using Codec.Framing;
global using Codec.Packets;
global using Codec.Transport;
global using P = packets::Game;
