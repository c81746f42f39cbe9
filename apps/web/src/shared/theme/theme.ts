import { type ThemeConfig, theme } from 'antd'

export type Scheme = 'light' | 'dark'

/** All colors of the product. Ink on warm white paper; in the dark scheme, paper on ink-blue. */
const palettes = {
  light: {
    paper: '#faf8f3',
    sheet: '#ffffff',
    sunken: '#f3efe6',
    hairline: '#e4ded1',
    edge: '#b9b1a1',
    ink: '#1d2430',
    inkSoft: '#5a6270',
    inkFaint: '#656c79',
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
    // On a dark page a shadow alone would not show where what lies above it ends.
    overlayShadow: '0 0 0 1px #3a465a, 0 6px 16px 0 rgb(0 0 0 / 45%)',
  },
} as const satisfies Record<Scheme, Record<string, string>>

const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
const fontFamilyCode =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

export function antTheme(scheme: Scheme): ThemeConfig {
  const colour = palettes[scheme]
  return {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour.accent,
      colorInfo: colour.accent,
      colorLink: colour.accent,
      colorSuccess: colour.good,
      colorWarning: colour.warn,
      colorError: colour.bad,
      colorSuccessBg: colour.goodSoft,
      colorSuccessBorder: colour.hairline,
      colorWarningBg: colour.warnSoft,
      colorWarningBorder: colour.hairline,
      colorErrorBg: colour.badSoft,
      colorErrorBorder: colour.hairline,
      colorInfoBg: colour.accentSoft,
      colorInfoBorder: colour.hairline,
      colorText: colour.ink,
      colorTextSecondary: colour.inkSoft,
      colorTextTertiary: colour.inkFaint,
      colorTextDescription: colour.inkSoft,
      colorTextPlaceholder: colour.inkFaint,
      // What cannot be changed, such as the source of a live workflow, is read all the same.
      colorTextDisabled: colour.inkFaint,
      colorBgLayout: colour.paper,
      colorBgContainer: colour.sheet,
      colorBgElevated: colour.sheet,
      colorBorder: colour.edge,
      colorBorderSecondary: colour.hairline,
      boxShadowSecondary: colour.overlayShadow,
      colorTextLightSolid: colour.onAccent,
      borderRadius: 6,
      fontFamily,
      fontFamilyCode,
      fontSize: 14,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: {
      Table: {
        cellPaddingBlock: 8,
        cellPaddingInline: 12,
        headerBg: 'transparent',
        headerSplitColor: 'transparent',
      },
      Menu: {
        itemSelectedBg: colour.accentSoft,
        itemSelectedColor: colour.accent,
        itemActiveBg: colour.accentSoft,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      // The chosen one of several lies on a tray, without which it hardly differs from a dark page.
      Segmented: {
        trackBg: colour.sunken,
        itemSelectedBg: colour.sheet,
        itemColor: colour.inkSoft,
      },
      Tooltip: { colorBgSpotlight: '#1d2430', colorTextLightSolid: '#f4f1ea' },
    },
  }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Applies the colors of a scheme as CSS variables: `var(--ink)`, `var(--evidence)` and so on. */
export function applyScheme(scheme: Scheme, root: HTMLElement): void {
  root.dataset.scheme = scheme
  root.style.colorScheme = scheme
  root.style.background = palettes[scheme].paper
  root.style.setProperty('--font', fontFamily)
  root.style.setProperty('--font-code', fontFamilyCode)
  for (const [name, colour] of Object.entries(palettes[scheme])) {
    root.style.setProperty(`--${kebab(name)}`, colour)
  }
}
