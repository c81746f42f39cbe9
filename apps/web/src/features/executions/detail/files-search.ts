import { ExecutionStatus } from '@recto/contract/executions'
import { type AddressSearch, oneOf } from '../../../shared/navigation/address-search.ts'
import { pageIn } from '../list/logs-search.ts'

export const FILES_A_PAGE = 10

const orderings = [
  'created_at',
  '-created_at',
  'execution_time',
  '-execution_time',
  'file_size',
  '-file_size',
] as const

export type FilesSearch = {
  readonly status: ExecutionStatus | undefined
  readonly page: number
  readonly ordering: (typeof orderings)[number]
}

export const readFilesSearch = (search: AddressSearch): FilesSearch => ({
  status: ExecutionStatus.options.find((status) => status === search.status),
  page: pageIn(search.page),
  ordering: oneOf(orderings, search.ordering),
})

export const fileQueryOf = ({ status, page, ordering }: FilesSearch, fileName: string) => ({
  page,
  page_size: FILES_A_PAGE,
  ordering,
  ...(status && { status }),
  ...(fileName && { file_name: fileName }),
})
