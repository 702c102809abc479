extern alias packets;

global using P = packets::Game;
