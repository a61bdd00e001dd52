/** The key of a certificate for localhost that nobody trusts; made for these tests alone. */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzh+KDKH0ujL8YKUm
/LXgdWe4UnAtjIH8rzItsVo8R7yhRANCAASe08uu9cqGR2KdNG05x4eVIMvQ0mFa
/WQae+Y1R5++U/nM3h0lWpTAcjocemAmPE8+go+dZhoUFFtnaHacbSef
-----END PRIVATE KEY-----
`;

/** A certificate for localhost that signed itself. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUbzr8wQajiMYz7U64oorwZoPeqdYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTA2MTQwM1oYDzIxMjYxMDIy
MDYxNDAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASe08uu9cqGR2KdNG05x4eVIMvQ0mFa/WQae+Y1R5++U/nM3h0lWpTA
cjocemAmPE8+go+dZhoUFFtnaHacbSefo28wbTAdBgNVHQ4EFgQUkhnxTUQWW0l8
/yUVCRPkfgXbGU0wHwYDVR0jBBgwFoAUkhnxTUQWW0l8/yUVCRPkfgXbGU0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMAkX5pWNpG5ihCj+ZzxxQUiiIdDJxZohnfJQNACZRQoAiEA
rsUvBZxo29Nq5InZn/6HAyGZx4XMMtvqah3Jo4xwS+8=
-----END CERTIFICATE-----
`;
