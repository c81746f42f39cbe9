import { z } from 'zod'

/** A page of a list. A page that does not exist is 404. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

const Page = z.coerce.number().int().min(1)
const PageSize = z.coerce.number().int().min(1).max(1000)

/** Paging of a list that always comes in pages. */
export const Paging = z.object({ page: Page.default(1), page_size: PageSize.default(50) })

/** Paging of a list that is returned whole unless a page is requested. */
export const OptionalPaging = z.object({
  page: Page.optional(),
  page_size: PageSize.optional(),
  /** Text that the name must contain. */
  search: z.string().max(255).optional(),
  /** Field to sort by, with a leading `-` for descending order. An unknown field is ignored. */
  ordering: z.string().max(100).optional(),
})
export type OptionalPaging = z.output<typeof OptionalPaging>

/** All of the list, or a page of it. */
export const listOrPageOf = <T extends z.ZodType>(item: T) => z.union([z.array(item), pageOf(item)])

type ListOrPage<Item> = Item[] | { readonly results: Item[] }

export const rowsIn = <Item>(list: ListOrPage<Item>): Item[] =>
  Array.isArray(list) ? list : list.results
