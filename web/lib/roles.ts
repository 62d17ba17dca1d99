interface HasRole {
  role?: string
}

/** A courtesy of the screens; the server decides. */
export const mayModerate = (user: HasRole | null): boolean => user?.role === 'moderator' || user?.role === 'admin'
export const mayAdminister = (user: HasRole | null): boolean => user?.role === 'admin'
