#!/usr/bin/env node
// A bot as a program: shoots when it can, otherwise takes any legal action.
"use strict";
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let state = 0n;
const random = (below) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(below));
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") say({ type: "hello", protocol: 1, name: "first shot", wants: ["names"] });
  else if (told.type === "scenario") say({ type: "ready" });
  else if (told.type === "game") state = BigInt(told.seed);
  else if (told.type === "decide") {
    const shots = told.legal.filter((_, i) => told.names[i].includes(" shoot "));
    const choice = shots.length ? shots : told.legal;
    say({ type: "action", action: choice[random(choice.length)] });
  }
});
