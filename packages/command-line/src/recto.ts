/** `npx recto`: the commands of Recto. */

import process from 'node:process'
import { runRecto } from './run-recto.ts'
import { openTerminal } from './terminal.ts'

process.exitCode = await runRecto(openTerminal(), process.argv.slice(2))
