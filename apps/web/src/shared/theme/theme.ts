import { type ThemeConfig, theme } from 'antd'
import {
  chartColors,
  fontFamily,
  fontFamilyCode,
  pageColors,
  palettes,
  radii,
  type Scheme,
  textSizes,
} from './tokens.ts'

export type { Scheme }

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
      borderRadius: radii.base,
      borderRadiusSM: radii.small,
      borderRadiusLG: radii.large,
      fontFamily,
      fontFamilyCode,
      fontSize: textSizes.base,
      fontSizeSM: textSizes.small,
      fontSizeLG: textSizes.title,
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
      Tooltip: {
        colorBgSpotlight: palettes.light.ink,
        colorTextLightSolid: palettes.light.paper,
      },
    },
  }
}

const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/\d/, '-$&')

/** Applies the colors of a scheme as CSS variables: `var(--ink)`, `var(--evidence)` and so on. */
export function applyScheme(scheme: Scheme, root: HTMLElement): void {
  root.dataset.scheme = scheme
  root.style.colorScheme = scheme
  root.style.background = palettes[scheme].paper
  root.style.setProperty('--font', fontFamily)
  root.style.setProperty('--font-code', fontFamilyCode)
  const colours = { ...palettes[scheme], ...chartColors, ...pageColors }
  for (const [name, colour] of Object.entries(colours)) {
    root.style.setProperty(`--${kebab(name)}`, colour)
  }
}
