import type { ModulePage, OptionalModules } from '../shared/modules/modules.ts'

const page = (path: `/${string}`, isForAdmins = false): ModulePage => ({
  path,
  component: () => <h1>{`The page ${path}`}</h1>,
  isForAdmins,
})

/** An installation that has every module. */
export const everyModule: OptionalModules = {
  pages: [
    page('/app'),
    page('/review'),
    page('/review/approve'),
    page('/review/download_and_sync'),
    page('/pricing', true),
  ],
}

/** The products that can stand next to the platform. */
export const everyProduct: OptionalModules = {
  products: [
    {
      id: 'llm-whisperer',
      pages: [page('/dashboard'), page('/api-keys'), page('/playground'), page('/account')],
    },
    { id: 'verticals', pages: [page('/subscriptions')] },
  ],
}
