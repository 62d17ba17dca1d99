import type { Language } from '#contract/languages.ts'

/** Sentences of success that calls answer with. */
const MESSAGES = {
  codeSent: {
    en: 'If this address is waiting to be verified, we have sent it a code.',
    vi: 'Nếu địa chỉ này đang chờ xác minh, chúng tôi đã gửi mã tới đó.',
  },
  registered: {
    en: 'Almost there: enter the code we have sent you.',
    vi: 'Sắp xong rồi: hãy nhập mã chúng tôi vừa gửi cho bạn.',
  },
  resetCodeSent: {
    en: 'If this address has an account, we have sent it a code.',
    vi: 'Nếu địa chỉ này có tài khoản, chúng tôi đã gửi mã tới đó.',
  },
  emailVerified: { en: 'Your email address is verified.', vi: 'Địa chỉ email của bạn đã được xác minh.' },
  emailVerifiedSetPassword: {
    en: 'Your email address is verified. Now set a password.',
    vi: 'Địa chỉ email của bạn đã được xác minh. Giờ hãy đặt mật khẩu.',
  },
  emailChangeSent: {
    en: 'Enter the code that we have sent to your new address.',
    vi: 'Hãy nhập mã chúng tôi vừa gửi tới địa chỉ mới của bạn.',
  },
  emailChanged: { en: 'Your email address has been changed.', vi: 'Địa chỉ email của bạn đã được đổi.' },
  usernameChanged: { en: 'Your username has been changed.', vi: 'Tên người dùng của bạn đã được đổi.' },
  codeVerified: { en: 'The code is right.', vi: 'Mã chính xác.' },
  passwordChanged: { en: 'Your password has been changed.', vi: 'Mật khẩu của bạn đã được thay đổi.' },
  loggedOut: { en: 'You are logged out.', vi: 'Bạn đã đăng xuất.' },
  confirmed: { en: 'Identity confirmed.', vi: 'Đã xác nhận là bạn.' },
  otherSessionsEnded: {
    en: 'All other devices are logged out.',
    vi: 'Đã đăng xuất khỏi mọi thiết bị khác.',
  },
  passkeyRemoved: { en: 'The passkey has been removed.', vi: 'Đã xóa khóa truy cập.' },
  secondFactorRemoved: { en: 'Two-step verification is off.', vi: 'Đã tắt xác minh hai bước.' },
  sessionRevoked: { en: 'The session has been ended.', vi: 'Phiên đăng nhập đã được kết thúc.' },
  tokenRevoked: { en: 'The access token has been revoked.', vi: 'Mã truy cập đã bị thu hồi.' },
  profileSaved: { en: 'Your profile has been saved.', vi: 'Hồ sơ của bạn đã được lưu.' },
  preferencesSaved: { en: 'Your preferences have been saved.', vi: 'Tùy chọn của bạn đã được lưu.' },
  accountDeleted: { en: 'Your account has been deleted.', vi: 'Tài khoản của bạn đã được xóa.' },
  memeDeleted: { en: 'The meme has been deleted.', vi: 'Meme đã được xóa.' },
  historyOn: { en: 'Memes you open are listed again.', vi: 'Meme bạn mở sẽ được lưu vào lịch sử xem.' },
  historyOff: { en: 'Your history is off and empty.', vi: 'Đã tắt và xóa lịch sử xem.' },
  historyCleared: { en: 'Your history is empty.', vi: 'Đã xóa lịch sử xem.' },
  historyRemoved: { en: 'Removed from your history.', vi: 'Đã xóa khỏi lịch sử xem.' },
  albumDeleted: { en: 'The album has been deleted.', vi: 'Album đã được xóa.' },
  followed: { en: 'You are following this person now.', vi: 'Bạn đã theo dõi người này.' },
  unfollowed: { en: 'You no longer follow this person.', vi: 'Bạn đã bỏ theo dõi người này.' },
  tagFollowed: { en: 'You are following this tag now.', vi: 'Bạn đã theo dõi thẻ này.' },
  tagUnfollowed: { en: 'You no longer follow this tag.', vi: 'Bạn đã bỏ theo dõi thẻ này.' },
  followerRemoved: { en: 'This person no longer follows you.', vi: 'Người này không còn theo dõi bạn.' },
  blocked: { en: 'You have blocked this person.', vi: 'Bạn đã chặn người này.' },
  unblocked: { en: 'You have unblocked this person.', vi: 'Bạn đã bỏ chặn người này.' },
  muted: { en: 'You have muted this person.', vi: 'Bạn đã ẩn nội dung của người này.' },
  unmuted: { en: 'You have unmuted this person.', vi: 'Bạn đã hiện lại nội dung của người này.' },
  notInterested: { en: 'You will see less of this.', vi: 'Bạn sẽ ít thấy nội dung như vậy hơn.' },
  interestedAgain: { en: 'This may be in your feed again.', vi: 'Nội dung này có thể lại xuất hiện trong bảng tin.' },
  unsubscribed: {
    en: 'You will get no more emails about new followers.',
    vi: 'Bạn sẽ không nhận thư về người theo dõi mới nữa.',
  },
  reported: {
    en: 'Thank you. The operator will look at this meme.',
    vi: 'Cảm ơn bạn. Người vận hành sẽ xem xét meme này.',
  },
  webhookRemoved: { en: 'The webhook has been removed.', vi: 'Đã xóa webhook.' },
  webhookTestSent: { en: 'The test event is on its way.', vi: 'Đang gửi sự kiện thử.' },
  webhookRedelivered: { en: 'The event is on its way again.', vi: 'Đang gửi lại sự kiện.' },
  memeApproved: { en: 'The meme stays.', vi: 'Đã giữ lại meme.' },
  memeRemoved: { en: 'The meme has been removed.', vi: 'Đã gỡ meme.' },
  memeRestored: { en: 'The meme is visible again.', vi: 'Meme đã hiển thị trở lại.' },
  reportsDismissed: { en: 'The report has been closed.', vi: 'Đã đóng báo cáo.' },
  memberSuspended: { en: 'The account is suspended.', vi: 'Đã tạm khóa tài khoản.' },
  memberUnsuspended: { en: 'The suspension has ended.', vi: 'Đã mở khóa tài khoản.' },
  decisionUndone: { en: 'Undone.', vi: 'Đã hoàn tác.' },
  appealSent: {
    en: 'Your appeal has been sent. The moderators will answer by email.',
    vi: 'Khiếu nại của bạn đã được gửi. Người kiểm duyệt sẽ trả lời qua email.',
  },
  appealDecided: { en: 'The appeal has been decided.', vi: 'Đã xử lý khiếu nại.' },
  memeSensitive: { en: 'The meme is marked as sensitive.', vi: 'Meme đã được đánh dấu là nhạy cảm.' },
  memeNotSensitive: {
    en: 'The meme is no longer marked as sensitive.',
    vi: 'Meme không còn bị đánh dấu là nhạy cảm.',
  },
  logoSet: { en: 'The logo has been saved.', vi: 'Đã lưu logo.' },
  logoRemoved: { en: 'The logo has been removed.', vi: 'Đã gỡ logo.' },
  adminClaimed: { en: 'You are an admin now.', vi: 'Bạn đã là quản trị viên.' },
  memberDeleted: { en: 'The account and its memes are deleted.', vi: 'Đã xóa tài khoản cùng các meme của họ.' },
  roleChanged: { en: 'The role has been changed.', vi: 'Đã đổi vai trò.' },
  inviteRevoked: { en: 'The invite has been revoked.', vi: 'Đã thu hồi lời mời.' },
  networkUnbanned: { en: 'The ban has been lifted.', vi: 'Đã bỏ chặn.' },
} as const satisfies Record<string, Record<Language, string>>

export function messageText(key: keyof typeof MESSAGES, language: Language): string {
  return MESSAGES[key][language]
}
