import { expect, test } from 'vitest'
import { contentOfForm } from './content-of-form.ts'

async function contentOf(body: string, size: number): Promise<string> {
  async function* chunks() {
    const bytes = Buffer.from(body)
    for (let start = 0; start < bytes.length; start += size)
      yield bytes.subarray(start, start + size)
  }
  const parts: Uint8Array[] = []
  for await (const part of contentOfForm(chunks())) parts.push(part)
  return Buffer.concat(parts).toString()
}

const file = '<html>\r\n--not the boundary\r\n<p>Hello</p></html>'
const form = [
  '--line\r\nContent-Disposition: form-data; name="note"\r\n\r\nfirst\r\n',
  `--line\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n${file}\r\n`,
  '--line\r\nContent-Disposition: form-data; name="other"; filename="b.html"\r\n\r\nsecond\r\n--line--\r\n',
].join('')

test.each([1, 7, 64, 10_000])(
  'the first file of a form is the document, in chunks of %i bytes',
  async (size) => {
    expect(await contentOf(form, size)).toBe(file)
  },
)

test.each([
  '%PDF-1.7 \r\n\r\n and more',
  '-- a comment of SQL\r\n\r\nselect 1',
  '--line\r\nno disposition\r\n\r\ntext',
  '-',
  '',
  `--${'x'.repeat(40_000)}`,
])('any other body is left as it is: %.20s', async (body) => {
  expect(await contentOf(body, 11)).toBe(body)
})

test('a form without a file has no document, and one that was cut off has what came of it', async () => {
  expect(
    await contentOf('--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--a--\r\n', 9),
  ).toBe('')
  const cut = form.slice(0, form.indexOf('</p>'))
  expect(await contentOf(cut, 9)).toBe(file.slice(0, file.indexOf('</p>')))
})
