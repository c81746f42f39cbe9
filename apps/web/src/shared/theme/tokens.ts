export type Scheme = 'light' | 'dark'

/** The colors of the pages. Ink on warm white paper; in the dark scheme, paper on ink-blue. */
export const palettes = {
  light: {
    paper: '#faf8f3',
    sheet: '#ffffff',
    sunken: '#f3efe6',
    hairline: '#e4ded1',
    edge: '#b9b1a1',
    ink: '#1d2430',
    inkSoft: '#5a6270',
    inkFaint: '#616875',
    accent: '#24508f',
    accentSoft: '#e6edf7',
    onAccent: '#ffffff',
    good: '#2b6e43',
    warn: '#8f5a00',
    bad: '#b3261e',
    goodSoft: '#e8f2eb',
    warnSoft: '#f9f0dd',
    badSoft: '#fcebe9',
    evidence: 'rgb(240 165 0 / 25%)',
    evidenceEdge: 'rgb(176 114 0 / 70%)',
    menuShadow: '0 8px 24px rgb(0 0 0 / 14%)',
    overlayShadow:
      '0 6px 16px 0 rgb(0 0 0 / 8%), 0 3px 6px -4px rgb(0 0 0 / 12%), 0 9px 28px 8px rgb(0 0 0 / 5%)',
  },
  dark: {
    paper: '#0e131b',
    sheet: '#151c27',
    sunken: '#0a0e15',
    hairline: '#273142',
    edge: '#4a5870',
    ink: '#e8e6e0',
    inkSoft: '#a7afbb',
    inkFaint: '#8d96a4',
    accent: '#8db4ee',
    accentSoft: '#1c2a41',
    onAccent: '#0e1a2c',
    good: '#7cc795',
    warn: '#e5b45c',
    bad: '#ff8d83',
    goodSoft: '#15271d',
    warnSoft: '#2b2413',
    badSoft: '#331b1c',
    evidence: 'rgb(255 190 60 / 35%)',
    evidenceEdge: 'rgb(255 200 90 / 80%)',
    menuShadow: '0 8px 24px rgb(0 0 0 / 45%)',
    // On a dark page a shadow alone would not show where what lies above it ends.
    overlayShadow: '0 0 0 1px #3a465a, 0 6px 16px 0 rgb(0 0 0 / 45%)',
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** Colors of charts. They differ in lightness too, for who cannot tell hues apart. */
export const chartColors = {
  chart1: '#3f6fb5',
  chart2: '#c7802b',
  chart3: '#3d8f6d',
  chart4: '#8a5fb0',
} as const

/** Colors on the page of a document, which is white in both schemes. */
export const pageColors = {
  pageSheet: '#ffffff',
  pageInk: '#444444',
  pageShadow: '0 1px 4px rgb(0 0 0 / 20%)',
  markSoft: 'rgb(240 165 0 / 12%)',
  mark: 'rgb(240 165 0 / 18%)',
  markStrong: 'rgb(240 165 0 / 30%)',
  markPicked: 'rgb(240 165 0 / 40%)',
  markFaded: 'rgb(240 165 0 / 0%)',
  markEdge: 'rgb(176 114 0 / 45%)',
  markEdgeStrong: 'rgb(176 114 0 / 85%)',
  against: 'rgb(207 60 45 / 10%)',
  againstEdge: 'rgb(190 40 30 / 80%)',
  match: 'rgb(22 119 255 / 22%)',
  matchStrong: 'rgb(22 119 255 / 40%)',
  matchEdge: 'rgb(9 88 217)',
  unseen: 'rgb(140 60 60 / 10%)',
  unseenEdge: 'rgb(140 60 60 / 55%)',
} as const

/** Sizes of text in pixels. */
export const textSizes = { small: 12, dense: 13, base: 14, title: 16, heading: 20 } as const

/** Radii in pixels. */
export const radii = { none: 0, small: 4, base: 6, large: 8, pill: 999 } as const

/** Spacings in pixels: a grid of four, with lines of one and two for what belongs together. */
export const spacings = [0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 96] as const

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
export const fontFamilyCode =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
