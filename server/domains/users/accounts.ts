/** Functions on members' rows that other domains may use. */
// biome-ignore lint/performance/noBarrelFile: other domains enter here, not through queries.ts; nothing of the server is bundled.
export { lockWithFollows } from './lock-queries.ts'
export {
  addMemesCount,
  findUser,
  findUserByEmail,
  hasOtherAdmin,
  insertUser,
  isUsernameTaken,
  lockUploader,
  lockUser,
  lockUsers,
  renameUser,
  touchActive,
  type UserRow,
} from './queries.ts'
