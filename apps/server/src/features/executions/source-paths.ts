/** As connectors write them: no slash at either end. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
