import { createContext, type FunctionComponent, type ReactNode, use } from 'react'
import type { Paths } from '../navigation/paths.ts'

/** The one page that says so where its module is absent. */
export const APPS = '/app'

/** An entry of the side menu. */
export type MenuEntry = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly icon: ReactNode
}

export type ModulePage = {
  /** Behind the organization or the product, such as `/review`. */
  readonly path: `/${string}`
  readonly component: FunctionComponent
  readonly isForAdmins?: boolean
}

/** A product beside the platform, which is always there. */
type ModuleProduct = {
  readonly id: 'llm-whisperer' | 'verticals'
  readonly pages: readonly ModulePage[]
}

/** What an installation adds to the product. A menu shows only what has a page, so what is absent is not seen. */
export type OptionalModules = {
  /** Pages inside an organization. */
  readonly pages?: readonly ModulePage[]
  readonly products?: readonly ModuleProduct[]
  /** Stand at the top of the group MANAGE. */
  readonly manageEntries?: (to: Paths) => readonly MenuEntry[]
  /** Stands in the place of the whole side menu. */
  readonly SideMenu?: FunctionComponent
  /** Stands in the place of the sign-in page. */
  readonly SignIn?: FunctionComponent
  /** Days that are left of the plan that the organization has; absent where none is sold. */
  readonly usePlan?: () => { readonly remainingDays: number } | undefined
}

export const ModulesContext = createContext<OptionalModules>({})

export const useModules = (): OptionalModules => use(ModulesContext)
