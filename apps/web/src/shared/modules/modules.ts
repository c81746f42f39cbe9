import { createContext, type FunctionComponent, type ReactNode, use } from 'react'
import type { Paths } from '../navigation/paths.ts'

/** The only page that is replaced with a notice if its module is absent. */
export const APPS = '/app'

/** An entry of the side menu. */
export type MenuEntry = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly icon: ReactNode
}

export type ModulePage = {
  /** Path below the organization or the product, such as `/review`. */
  readonly path: `/${string}`
  readonly component: FunctionComponent
  readonly isForAdmins?: boolean
}

/** An additional product. The platform always exists. */
type ModuleProduct = {
  readonly id: 'llm-whisperer' | 'verticals'
  readonly pages: readonly ModulePage[]
  /** Whether the product has its addresses, but nothing that people could switch to it for. */
  readonly isHidden?: boolean
}

/**
 * The optional modules of an installation. Menus only list existing pages, so absent modules are
 * not visible.
 */
export type OptionalModules = {
  /** Pages inside an organization. */
  readonly pages?: readonly ModulePage[]
  readonly products?: readonly ModuleProduct[]
  /** Entries at the top of the group MANAGE. */
  readonly manageEntries?: (to: Paths) => readonly MenuEntry[]
  /** Replaces the whole side menu. */
  readonly SideMenu?: FunctionComponent
  /** Replaces the sign-in page. */
  readonly SignIn?: FunctionComponent
  /** Remaining days of the organization's plan; undefined if no plans are sold. */
  readonly usePlan?: () => { readonly remainingDays: number } | undefined
}

export const ModulesContext = createContext<OptionalModules>({})

export const useModules = (): OptionalModules => use(ModulesContext)
