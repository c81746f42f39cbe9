import type { Tenant } from '../../../platform/db/database.ts'
import { countProjectRows } from './projects.store.ts'

/** All of the organization. */
export const countProjects = (tenant: Tenant): Promise<number> => countProjectRows(tenant)
