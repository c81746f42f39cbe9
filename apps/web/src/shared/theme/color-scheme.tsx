import { ConfigProvider } from 'antd'
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { useMedia } from '../browser/use-media.ts'
import { useStored } from '../browser/use-stored.ts'
import { antTheme, applyScheme, type Scheme } from './theme.ts'

const choices = ['system', 'light', 'dark'] as const
export type SchemeChoice = (typeof choices)[number]

type ColorScheme = {
  readonly choice: SchemeChoice
  readonly scheme: Scheme
  choose(choice: SchemeChoice): void
}

const ColorSchemeContext = createContext<ColorScheme | undefined>(undefined)

export function useColorScheme(): ColorScheme {
  const colorScheme = use(ColorSchemeContext)
  if (!colorScheme) throw new Error('useColorScheme needs a ColorSchemeProvider above it.')
  return colorScheme
}

const isChoice = (value: unknown): value is SchemeChoice =>
  choices.some((choice) => choice === value)

/**
 * Provides the color scheme: light, dark, or that of the system. The choice is stored in the
 * browser.
 */
export function ColorSchemeProvider({ children }: { readonly children: ReactNode }) {
  const [choice, choose] = useStored('colorScheme', isChoice, 'system')
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  // Read once when the page opens: if it changed, Ant Design would mount everything again,
  // including open dialogs and their content.
  const [wantsStillness] = useState(useMedia('(prefers-reduced-motion: reduce)'))
  const scheme = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice
  const [root] = useState(() => document.documentElement)

  useLayoutEffect(() => applyScheme(scheme, root), [scheme, root])

  const config = antTheme(scheme)
  return (
    <ColorSchemeContext value={{ choice, scheme, choose }}>
      <ConfigProvider
        theme={{ ...config, token: { ...config.token, motion: !wantsStillness } }}
        wave={{ disabled: true }}
      >
        {children}
      </ConfigProvider>
    </ColorSchemeContext>
  )
}
