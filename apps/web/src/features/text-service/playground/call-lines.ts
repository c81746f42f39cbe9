import { type ExtractionOptions, queryOf } from './options.ts'

type Call = {
  /** Address of the text service, such as `https://recto.example.org/api/v2`. */
  readonly address: string
  readonly options: ExtractionOptions
  readonly fileName: string
}

export const languages = ['cURL', 'Python', 'TypeScript'] as const
export type Language = (typeof languages)[number]

/** Quotes the name of a file with single quotes, for code in Python and TypeScript. */
const quoteForShell = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const forShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Generates code that makes this call, with a placeholder for the key. */
export const callLines: Readonly<Record<Language, (call: Call) => string>> = {
  cURL: ({ address, options, fileName }) =>
    [
      `curl -X POST ${forShell(`${address}/whisper?${new URLSearchParams(queryOf(options, fileName))}`)}`,
      `  -H 'unstract-key: YOUR_KEY'`,
      `  --data-binary @${forShell(fileName)}`,
    ].join(' \\\n'),

  Python: ({ address, options, fileName }) => {
    const { tag, mode, output_mode, ...marks } = queryOf(options, fileName)
    const optionNames = Object.keys(marks).filter((name) => name !== 'file_name')
    return [
      'from unstract.llmwhisperer import LLMWhispererClientV2',
      '',
      `client = LLMWhispererClientV2(base_url=${quoteForShell(address)}, api_key='YOUR_KEY')`,
      'result = client.whisper(',
      `    file_path=${quoteForShell(fileName)},`,
      `    mode=${quoteForShell(mode ?? '')},`,
      `    output_mode=${quoteForShell(output_mode ?? '')},`,
      ...optionNames.map((name) => `    ${name}=True,`),
      `    tag=${quoteForShell(tag ?? '')},`,
      '    wait_for_completion=True,',
      ')',
      "print(result['extraction']['result_text'])",
    ].join('\n')
  },

  TypeScript: ({ address, options, fileName }) =>
    [
      "import { openAsBlob } from 'node:fs'",
      '',
      `const query = new URLSearchParams(${JSON.stringify(queryOf(options, fileName), null, 2)})`,
      `const answer = await fetch(\`${address}/whisper?\${query}\`, {`,
      "  method: 'POST',",
      "  headers: { 'unstract-key': 'YOUR_KEY' },",
      `  body: await openAsBlob(${quoteForShell(fileName)}),`,
      '})',
      'const { whisper_hash } = await answer.json()',
    ].join('\n'),
}
