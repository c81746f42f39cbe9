import { expect, test } from 'vitest'
import { withColons } from './find-colons.ts'

const [width, height] = [400, 60]

type Block = readonly [x: number, y: number, width: number, height: number]

/** Black blocks on white; those of letters stand from 16 to 40, as in a box of 48 pixels around them. */
function draw(blocks: readonly Block[]) {
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [x, y, across, down] of blocks)
    for (let row = y; row < y + down; row++)
      pixels.fill(0, row * width + x, row * width + x + across)
  return { width, height, channels: 1, pixels } as const
}

const letters: readonly Block[] = [0, 1, 2, 3, 4].map((i) => [12 + i * 16, 16, 9, 24])
const place = { centreX: 50, centreY: 28, width: 90, height: 48, angle: 0 }

function lineAt(centreX: number) {
  return {
    place: { ...place, centreX },
    picture: { width: 8, height: 48, channels: 1, values: new Float32Array(8 * 48) },
    characters: [{ text: 'A', firstStep: 0, lastStep: 0, confidence: 0.9, spaceBefore: 0 }],
    columnsPerStep: 8,
    steps: 1,
  } as const
}

const textOf = (blocks: readonly Block[], lines = [lineAt(50)]) =>
  withColons(draw([...letters, ...blocks]), lines)
    .map(({ characters }) => characters.map(({ text }) => text).join(''))
    .join(' ')

test('a single speck, two beside each other, a letter and nothing at all are no colon', () => {
  expect(textOf([])).toBe('A')
  expect(textOf([[130, 36, 4, 4]])).toBe('A')
  expect(
    textOf([
      [130, 36, 4, 4],
      [136, 36, 4, 4],
    ]),
  ).toBe('A')
  expect(textOf([[130, 16, 9, 24]])).toBe('A')
})

test('what stands behind the next line belongs to that one', () => {
  const blocks: Block[] = [
    [230, 22, 4, 4],
    [230, 36, 4, 4],
  ]
  expect(textOf(blocks, [lineAt(50), lineAt(165)])).toBe('A A')
})

test('two points above each other behind a label are its colon', () => {
  const blocks: Block[] = [
    [130, 22, 4, 4],
    [130, 36, 4, 4],
  ]
  expect(textOf(blocks)).toBe('A :')
  const [, colon] = withColons(draw([...letters, ...blocks]), [lineAt(50)])
  expect(colon!.place.centreX).toBeGreaterThan(128)
  expect(colon!.place.centreX).toBeLessThan(136)
})
