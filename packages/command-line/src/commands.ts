import { apply } from './apply.ts'
import { deploy } from './deploy.ts'
import { diff } from './diff.ts'
import { extract } from './extract.ts'
import { logs } from './logs.ts'
import { pull } from './pull.ts'
import { run } from './run.ts'
import { split } from './split.ts'
import type { ExitCode, Terminal } from './terminal.ts'
import { verify } from './verify.ts'

type Command = (terminal: Terminal, args: readonly string[]) => Promise<ExitCode>

export const commands = {
  extract,
  run,
  split,
  verify,
  deploy,
  logs,
  pull,
  diff,
  apply,
} satisfies Record<string, Command>

export const isCommand = (name: string): name is keyof typeof commands =>
  Object.hasOwn(commands, name)
