import type { Page } from '../model.ts'

/** A page that has everything that a page can have. */
export const completePage: Page = {
  number: 4,
  width: 595.28,
  height: 841.89,
  rotation: 90,
  words: [
    {
      text: 'Total',
      box: [50, 100.25, 77.35, 112],
      confidence: 1,
      origin: 'native',
      glyphs: {
        edges: [50, 55.5, 55.5, 61, 61, 66, 66, 71.25, 71.25, 77.35],
        tops: [90.125, 90.125, 90.125, 90.125, 91.5],
        isSpaced: true,
      },
    },
    {
      text: 'due',
      box: [80, 100.25, 99, 112],
      confidence: 1,
      origin: 'native',
      glyphs: { edges: [80, 86, 86, 92, 92, 99], isSpaced: false },
    },
    { text: '42,00 €', box: [300, 100, 340.5, 112], confidence: 0.873, origin: 'ocr' },
    { text: '[X]', box: [50, 130, 60, 140], confidence: 1, origin: 'form', isCheckbox: true },
    {
      text: 'paid',
      box: [64, 130, 90, 140],
      confidence: 1,
      origin: 'markup',
      isStruck: true,
    },
  ],
  lines: [
    { box: [50, 100, 340.5, 112], start: 0, end: 3, angle: 90 },
    { box: [50, 130, 90, 140], start: 3, end: 5 },
  ],
  rules: [
    [50, 120, 545, 120.5],
    [200, 90, 200.75, 300],
  ],
  ocr: 'high_quality',
  title: 'Sheet 1',
  isDamaged: true,
}
