import { parseArgs } from 'node:util'

/** The command is invalid; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type ModelChoice = 'builtin' | 'openai-compatible'

export type ExtractCommand = {
  /** File names as given. */
  readonly files: readonly string[]
  readonly fieldsFile: string | undefined
  readonly schemaFile: string | undefined
  /** File that the results are written to. */
  readonly outFile: string | undefined
  readonly profile: ModelChoice
  readonly password: string | undefined
  readonly isJson: boolean
  /** Whether every value is explained. */
  readonly isExplained: boolean
}

export const help = `Reads documents and prints their values, each with its location on the page.

  npm run extract -- FILE... [options]

Options:
  --fields FILE        What to extract, as YAML or JSON: either "key: question" pairs, or a
                       list of entries with key, prompt and type (text, number, email, date,
                       boolean or json). Without it, fields are suggested for each document.
  --schema FILE        What to extract, as a JSON Schema of an object or an array: the values come
                       in its shape. Descriptions and titles are the questions.
  --out FILE           Writes the results to a .csv, .json or .jsonl file. If the command is
                       interrupted or files fail, the same command continues where it stopped.
  --profile NAME       builtin (no model, no key, no network; the default) or
                       openai-compatible (the server set by the variables below).
  --password PASSWORD  Opens password-protected documents.
  --explain            Explains in one sentence how each value was found or why it is missing
                       (only with the builtin profile).
  --json               Prints JSON; the default when the output is not a terminal.
  --table              Prints a table; the default when the output is a terminal.
  --help               Prints this help.

Environment variables for the openai-compatible profile:
  RECTO_LLM_URL        URL of the server, such as http://127.0.0.1:8080/v1
  RECTO_LLM_KEY        API key for the server, if it requires one.
  RECTO_LLM_MODEL      Name of the model on the server.

Exit codes: 0 if every file was read, 1 if any file failed, 2 if the command is invalid.`

const profileNames: readonly string[] = ['builtin', 'openai-compatible'] satisfies ModelChoice[]

const outFormat = /\.(?:csv|jsonl?)$/i

/** Returns `undefined` if only help was requested. Throws `UsageError`. */
export function parseCommand(
  args: readonly string[],
  { isTerminal }: { readonly isTerminal: boolean },
): ExtractCommand | undefined {
  const { values, positionals: files } = parseArguments(args)
  if (values.help) return undefined
  if (files.length === 0) throw new UsageError('Specify at least one file.')
  checkCombination(values)
  const { profile, fields: fieldsFile, schema: schemaFile, out: outFile } = values
  const { password, explain: isExplained } = values
  if (!isProfileName(profile)) {
    throw new UsageError(`--profile is “${profile}”, but must be ${profileNames.join(' or ')}.`)
  }
  const isJson = values.json || (!values.table && !isTerminal)
  return { files, fieldsFile, schemaFile, outFile, profile, password, isJson, isExplained }
}

type CommandValues = ReturnType<typeof parseArguments>['values']

/** Throws a `UsageError` for options that cannot be used together, or a file of no known format. */
function checkCombination({ json, table, schema, fields, out: outFile }: CommandValues): void {
  if (json && table) throw new UsageError('Use either --json or --table.')
  if (schema !== undefined && fields !== undefined) {
    throw new UsageError('Use either --schema or --fields.')
  }
  if (outFile !== undefined && !outFormat.test(outFile)) {
    throw new UsageError(`--out is “${outFile}”, but must end with .csv, .json or .jsonl.`)
  }
}

const isProfileName = (name: string): name is ModelChoice => profileNames.includes(name)

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        fields: { type: 'string' },
        schema: { type: 'string' },
        out: { type: 'string' },
        profile: { type: 'string', default: 'builtin' },
        password: { type: 'string' },
        explain: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        table: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause })
  }
}
