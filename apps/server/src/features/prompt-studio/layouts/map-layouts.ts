import type { LayoutsReply } from '@recto/contract/prompt-studio/layouts'
import { omitUndefined } from '@recto/omit-undefined'
import { presentTime } from '../../../platform/wire-format.ts'
import type { ProjectLayouts } from './project-layouts.ts'

export function presentLayouts({
  isOn,
  minDocuments,
  approvedDocuments,
  failure,
  layouts,
}: ProjectLayouts): LayoutsReply {
  return {
    is_on: isOn,
    least_documents: minDocuments,
    approved_documents: approvedDocuments,
    ...omitUndefined({
      failure: failure && { message: failure.message, at: presentTime(failure.failedAt) },
    }),
    layouts: layouts.map(
      ({
        compiledAt,
        savedInDollars,
        withoutRule,
        recognized: recognizedCount,
        fields,
        ...layout
      }) => ({
        ...layout,
        recognised: recognizedCount,
        compiled_at: presentTime(compiledAt),
        saved_in_dollars: savedInDollars,
        without_rule: [...withoutRule],
        fields: fields.map(({ isSuspended, ...field }) => ({
          ...field,
          is_suspended: isSuspended,
        })),
      }),
    ),
  }
}
