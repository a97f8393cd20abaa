// Writes the types of the messages: node build/write_words.ts
import { writeFileSync } from "node:fs";
import { declarations, WORDS } from "./messages.ts";

writeFileSync(new URL("words.d.ts", WORDS), declarations());
