/** `npx recto`: the commands of Recto. */

import process from 'node:process'
import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

process.exitCode = await runCommand(openTerminal(), process.argv.slice(2))
