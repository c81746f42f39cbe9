/** Leaves the application for an address that needs a whole new page load. */
export const leave = {
  to(address: string): void {
    window.location.assign(address)
  },
}

/** Addresses that the server answers with a page or a redirect of its own. */
export const serverPages = {
  login: '/api/v1/login',
  logout: '/api/v1/logout',
}
