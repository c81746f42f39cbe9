import type { OptionalModules } from '../shared/modules/modules.ts'

/** What this build has beside the product itself; see `shared/modules/modules.ts` for what there may be. */
export const modules: OptionalModules = {}
