#!/usr/bin/env bash
# .NET 10 (seen with 10.0.12): ClientWebSocket.ConnectAsync is cancelled at once, and the socket is disposed. The client continues the TCP connect, and keeps the
# connection open until a garbage collection finds it. A server sees a connection that sends nothing and does not end.
# Output seen: "10.0: of 50 cancelled connects, 50 are open after 3 s, and 0 after a garbage collection".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >cancelled.csproj <<'XML'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
</Project>
XML
cat >Program.cs <<'CS'
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Runtime.CompilerServices;

const int Count = 50;
using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
listener.Listen(Count);
List<Socket> accepted = [];
_ = Task.Run(() =>
{
    while (true)
    {
        Socket socket = listener.Accept();
        lock (accepted)
        {
            accepted.Add(socket);
        }
    }
});
for (int i = 0; i < Count; i++)
{
    await ConnectAsync(((IPEndPoint)listener.LocalEndPoint!).Port);
}

await Task.Delay(3000);
int before = Open();
for (int i = 0; i < 3; i++)
{
    GC.Collect();
    GC.WaitForPendingFinalizers();
    await Task.Delay(500);
}

Console.WriteLine($"{Environment.Version.ToString(2)}: of {Count} cancelled connects, {before} are open after 3 s, and {Open()} after a garbage collection");

[MethodImpl(MethodImplOptions.NoInlining)]
static async Task ConnectAsync(int port)
{
    using ClientWebSocket client = new();
    using CancellationTokenSource cancel = new();
    Task connecting = client.ConnectAsync(new Uri($"ws://127.0.0.1:{port}/"), cancel.Token);
    cancel.Cancel();
    try
    {
        await connecting;
    }
    catch (Exception exception) when (exception is OperationCanceledException or WebSocketException)
    {
    }
}

int Open()
{
    lock (accepted)
    {
        return accepted.Count(socket => !(socket.Poll(0, SelectMode.SelectRead) && socket.Available == 0));
    }
}
CS
output=$(dotnet run -c Release)
echo "$output"
[[ $output =~ ^10\.0:\ of\ 50\ cancelled\ connects,\ ([0-9]+)\ are\ open\ after\ 3\ s,\ and\ ([0-9]+)\ after ]] && [ "${BASH_REMATCH[1]}" -ge 25 ] && [ "${BASH_REMATCH[2]}" -le 5 ]
