import { type Options, queryOf } from './options.ts'

type Call = {
  /** Of the text service, such as `https://recto.example.org/api/v2`. */
  readonly address: string
  readonly options: Options
  readonly fileName: string
}

export const languages = ['cURL', 'Python', 'TypeScript'] as const
export type Language = (typeof languages)[number]

/** A file's name between single quotes of a shell, Python or TypeScript. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const forShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Lines of a program that makes exactly this call. The key is the reader's to put in. */
export const callLines: Readonly<Record<Language, (call: Call) => string>> = {
  cURL: ({ address, options, fileName }) =>
    [
      `curl -X POST ${forShell(`${address}/whisper?${new URLSearchParams(queryOf(options, fileName))}`)}`,
      `  -H 'unstract-key: YOUR_KEY'`,
      `  --data-binary @${forShell(fileName)}`,
    ].join(' \\\n'),

  Python: ({ address, options, fileName }) => {
    const { tag, mode, output_mode, ...marks } = queryOf(options, fileName)
    const given = Object.keys(marks).filter((name) => name !== 'file_name')
    return [
      'from unstract.llmwhisperer import LLMWhispererClientV2',
      '',
      `client = LLMWhispererClientV2(base_url=${quoted(address)}, api_key='YOUR_KEY')`,
      'result = client.whisper(',
      `    file_path=${quoted(fileName)},`,
      `    mode=${quoted(mode ?? '')},`,
      `    output_mode=${quoted(output_mode ?? '')},`,
      ...given.map((name) => `    ${name}=True,`),
      `    tag=${quoted(tag ?? '')},`,
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
      `  body: await openAsBlob(${quoted(fileName)}),`,
      '})',
      'const { whisper_hash } = await answer.json()',
    ].join('\n'),
}
