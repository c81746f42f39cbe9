import { lineText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { type Drawing, drawPdf, write } from '../testing/draw-pdf.ts'
import { readPdfPages } from '../testing/read-pdf-pages.ts'

async function linesOf(draw: (drawing: Drawing) => void): Promise<string[]> {
  const [reading] = await readPdfPages(drawPdf(draw))
  return reading!.page.lines.map((line) => lineText(reading!.page, line))
}

const story = `The seller delivers the goods that were ordered to the address which the buyer has named. The buyer
pays for them within thirty days after they have arrived. Until then the goods remain the property of the seller, and
the buyer may neither sell them nor hand them to somebody else. Where the buyer does not pay in time, the seller may
ask for interest and take the goods back. Both sides try to settle a dispute by talking before they go to court, and
the law of the country in which the seller has its place of business applies to everything that is not said here.`

/** Every word gets its place in the story, so that a wrong order shows. */
function numbered(from: number, count: number): string {
  const words = story.split(/\s+/)
  return Array.from({ length: count }, (_, i) => `${words[i % words.length]}`)
    .map((word, i) => (i % 5 === 0 ? `${word}${from + i}` : word))
    .join(' ')
}

function numbersIn(lines: readonly string[]): number[] {
  return lines.flatMap((line) =>
    [...line.matchAll(/[a-z](\d+)/g)].map(([, digits]) => Number(digits)),
  )
}

function isSorted(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || number > numbers[i - 1]!)
}

describe('columns of running text are read one after the other', () => {
  test('two columns are read one after the other, under a heading and above a footer that cross both', async () => {
    const lines = await linesOf((d) => {
      d.fontSize(18)
      write(d, 'General terms of sale and delivery of goods', 60, 40)
      d.fontSize(10).text(numbered(0, 400), 50, 80, {
        columns: 2,
        columnGap: 18,
        width: 495,
        height: 340,
      })
      write(
        d,
        'These terms are valid from the first day of January until they are replaced by others',
        60,
        760,
      )
    })

    expect(lines[0]).toBe('General terms of sale and delivery of goods')
    expect(lines.at(-1)).toMatch(/^These terms are valid/)
    const numbers = numbersIn(lines)
    expect(numbers.length).toBeGreaterThan(70)
    expect(isSorted(numbers)).toBe(true)
  })

  test('three columns whose lines are not on the same height are read one after the other', async () => {
    const lines = await linesOf((d) => {
      d.fontSize(9)
      for (const column of [0, 1, 2])
        d.text(numbered(column * 1000, 120), 40 + column * 180, 80 + column * 3, { width: 160 })
    })

    expect(isSorted(numbersIn(lines))).toBe(true)
  })

  test('a heading between two columns keeps its place', async () => {
    const lines = await linesOf((d) => {
      d.fontSize(10)
      for (const part of [0, 1]) {
        const top = 80 + part * 350
        write(
          d,
          `Part ${part + 1} of the terms, which is about what is sold and what it costs`,
          120,
          top - 30,
        )
        for (const column of [0, 1])
          d.text(numbered(part * 2000 + column * 1000, 150), 50 + column * 260, top, { width: 235 })
      }
    })

    expect(isSorted(numbersIn(lines))).toBe(true)
    const second = lines.findIndex((line) => line.startsWith('Part 2'))
    expect(Math.max(...numbersIn(lines.slice(0, second)))).toBeLessThan(2000)
    expect(Math.min(...numbersIn(lines.slice(second)))).toBeGreaterThanOrEqual(2000)
  })
})

describe('what belongs together stays on one line', () => {
  test('labels and their values stay on one line', async () => {
    const lines = await linesOf((d) => {
      for (let i = 0; i < 12; i++) {
        write(d, `Label number ${i} of the form`, 50, 80 + i * 20)
        write(d, `the value that was given as answer ${i}`, 300, 80 + i * 20)
      }
    })

    expect(lines[3]).toBe('Label number 3 of the form the value that was given as answer 3')
    expect(lines).toHaveLength(12)
  })

  test('the rows of a table stay on one line each, also with long cells', async () => {
    const lines = await linesOf((d) => {
      for (let i = 0; i < 14; i++) {
        write(d, `${i + 1}`, 50, 80 + i * 18)
        write(
          d,
          'Delivery of several goods to the buyer'.slice(0, 20 + ((i * 7) % 19)),
          80,
          80 + i * 18,
        )
        write(d, `${i * 3}.00`, 330, 80 + i * 18)
        write(d, `${i * 9}.50`, 430, 80 + i * 18)
      }
    })

    expect(lines).toHaveLength(14)
    expect(lines[4]).toMatch(/^5 Delivery .* 12\.00 36\.50$/)
  })

  test('two addresses beside each other stay on the same lines', async () => {
    const lines = await linesOf((d) => {
      const left = [
        'Bill to',
        'Recto Ltd',
        '12 Long Street',
        'Springfield 12345',
        'United States',
        'VAT 77',
      ]
      const right = ['Ship to', 'Verso GmbH', 'Am Markt 5', '10115 Berlin', 'Germany', 'Gate 3']
      left.forEach((text, i) => void write(d, text, 50, 80 + i * 16))
      right.forEach((text, i) => void write(d, text, 320, 80 + i * 16))
    })

    expect(lines[2]).toBe('12 Long Street Am Markt 5')
  })

  test('running text in one column stays on one line with what a margin holds beside it', async () => {
    const lines = await linesOf((d) => {
      d.fontSize(10).text(numbered(0, 150), 150, 80, { width: 380 })
      write(d, 'Note 1', 50, 92)
    })

    expect(isSorted(numbersIn(lines))).toBe(true)
    expect(lines[1]).toMatch(/^Note 1 /)
  })
})
