import type { LayoutsReply } from '@recto/contract/layouts'
import { presentTime } from '../../../platform/present-time.ts'
import type { ProjectLayouts } from './project-layouts.ts'

export function presentLayouts({
  isOn,
  leastDocuments,
  approvedDocuments,
  layouts,
}: ProjectLayouts): LayoutsReply {
  return {
    ...{ is_on: isOn, least_documents: leastDocuments, approved_documents: approvedDocuments },
    layouts: layouts.map(({ compiledAt, savedInDollars, withoutRule, fields, ...layout }) => ({
      ...layout,
      compiled_at: presentTime(compiledAt),
      saved_in_dollars: savedInDollars,
      without_rule: [...withoutRule],
      fields: fields.map(({ isSuspended, ...field }) => ({ ...field, is_suspended: isSuspended })),
    })),
  }
}
