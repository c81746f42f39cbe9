import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { CallRefused } from '@recto/client/deployment'
import type { SplitRequest } from '@recto/client/text-service'
import type { SplitMode, SplitResult } from '@recto/contract/text-service/split'
import { openNamedTextService } from './open-from-environment.ts'
import { CommandLineError, readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto split FILE [--mode MODE] [--pages N] [--separator-text TEXT] [--classes FILE] [--json]

Lists the documents inside a file: the pages and the class of each, and why it begins there.
Set RECTO_SERVER to the address of the server and RECTO_TEXT_KEY to a key of the text service.
--mode is automatic (default), automatic_by_classes, separator, every_page or every_n_pages.
--pages is the number of pages of each part, for every_n_pages.
--separator-text is the text of a page that separates documents, for separator.
--classes is a JSON file with a list of classes, for automatic_by_classes: [{"name": "Invoice", "description": "…"}].
`

const optionKinds = {
  mode: 'text',
  pages: 'text',
  'separator-text': 'text',
  classes: 'text',
} as const

/** `recto split`: lists the documents inside a file. */
export async function split(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, optionKinds)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const path = singleName(names, 'file')
  const textService = openNamedTextService(terminal)
  const request: SplitRequest = {
    name: basename(path),
    content: await openFile(path),
    // The server refuses a mode that it does not have, and names the others.
    mode: options.mode as SplitMode | undefined,
    pagesPerPart: options.pages === undefined ? undefined : parseCount(options.pages),
    separatorText: options['separator-text'],
    classes: options.classes === undefined ? undefined : await readClasses(options.classes),
  }
  try {
    const result = await textService.split(request)
    terminal.print(options.json ? `${JSON.stringify(result)}\n` : formatResult(result))
    return 0
  } catch (error) {
    if (!(error instanceof CallRefused) || error.isPermanent) throw error
    terminal.complain(`${path}: ${error.message}`)
    return 1
  }
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch {
    throw new CommandLineError(`${path} cannot be read.`)
  }
}

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1) return count
  throw new CommandLineError('--pages must be a whole number from 1.')
}

async function readClasses(path: string): Promise<SplitRequest['classes']> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SplitRequest['classes']
  } catch {
    throw new CommandLineError(`${path} is not a JSON file that can be read.`)
  }
}

function formatResult({ parts, unassigned_pages }: SplitResult): string {
  const rows = [
    ['part', 'pages', 'class', 'confidence', 'why'],
    ...parts.map((part) => [
      String(part.part),
      formatPages(part.pages),
      part.class ?? '–',
      part.confidence.toFixed(2),
      part.reasons.join('; '),
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  const list = unassigned_pages.join(', ')
  return [...lines, ...(list === '' ? [] : [`In no part: pages ${list}`]), ''].join('\n')
}

function formatPages(pages: readonly number[]): string {
  const [first] = pages
  const last = pages.at(-1)
  return first === last ? `${first}` : `${first}-${last}`
}
