/** Every address of the console, typed: the specification's routes. */
const part = encodeURIComponent

export const paths = {
  login: '/login',
  signup: '/signup',
  tags: '/tag',
  tagList: (storeCode: string) => `/tag/detail/${part(storeCode)}`,
  tagHistory: (storeCode: string, tagMac: string, tagId: string) => `/tag/${part(storeCode)}/${part(tagMac)}/${part(tagId)}/update/history`,
  products: '/product',
  productList: (storeCode: string) => `/product/list/${part(storeCode)}`,
  files: '/product/file/upload/history',
  file: (historyId: string) => `/product/file/upload/history/detail/${part(historyId)}`,
  tasks: '/task',
  task: (storeCode: string, taskId: string, taskType: string) => `/task/detail/${part(storeCode)}/${part(taskId)}/${part(taskType)}`,
  alarms: '/alarm/history',
}
