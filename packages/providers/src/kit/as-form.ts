/**
 * A form with a file as bytes: our own `fetch` sends bytes and texts, and knows the forms of no other
 * implementation.
 */
export async function asForm(fields: Readonly<Record<string, string>>, file: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return encoded(form, file)
}

type File = { readonly field: string; readonly name: string; readonly bytes: Uint8Array }

async function encoded(form: FormData, { field, name, bytes }: File) {
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const response = new Response(form)
  return {
    type: response.headers.get('content-type') ?? '',
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
