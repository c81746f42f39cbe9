import type { Tag } from '@recto/contract/tags'
import type { TagRow } from './tags.store.ts'

export const presentTag = ({ id, name, description }: TagRow): Tag => ({ id, name, description })
