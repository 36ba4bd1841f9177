export declare function sha256(bytes: Uint8Array): Uint8Array;
export declare function hmac(hash: typeof sha256, key: Uint8Array, bytes: Uint8Array): Uint8Array;
